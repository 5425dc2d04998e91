package io.streakboard.feed;

import io.streakboard.web.Reason;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.HttpsURLConnection;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Posts calls to webhooks. Follows no redirect, uses no proxy, and reads of the answer its status only. */
@Component
class WebhookSender {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(15);

    /**
     * @param gone whether the receiver wants no more calls
     * @param text why it failed; empty if it did not
     */
    record Outcome(boolean delivered, boolean gone, String text) {}

    private final JsonMapper json;
    private final CheckedSockets checked = new CheckedSockets();

    WebhookSender(JsonMapper json) {
        this.json = json;
    }

    Outcome send(Webhook webhook, WebhookCall call) {
        try {
            int status = post(webhook, call);
            return new Outcome(status / 100 == 2, status == HttpURLConnection.HTTP_GONE, "status " + status);
        } catch (IOException failure) {
            return new Outcome(false, false, Reason.of(failure));
        }
    }

    private int post(Webhook webhook, WebhookCall call) throws IOException {
        var body = json.writeValueAsString(call.body());
        long timestamp = Instant.now().getEpochSecond();
        var connection = (HttpURLConnection) webhook.url().toURL().openConnection(Proxy.NO_PROXY);
        try {
            if (connection instanceof HttpsURLConnection https && !webhook.allowPrivate()) {
                https.setSSLSocketFactory(checked);
            }
            connection.setRequestMethod("POST");
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout((int) CONNECT.toMillis());
            connection.setReadTimeout((int) ANSWER.toMillis());
            connection.setRequestProperty("User-Agent", "streakboard");
            connection.setRequestProperty(
                    "Content-Type",
                    call.isBatch() ? "application/cloudevents-batch+json" : "application/cloudevents+json");
            connection.setRequestProperty("webhook-id", call.id());
            connection.setRequestProperty("webhook-timestamp", Long.toString(timestamp));
            connection.setRequestProperty("webhook-signature", Signature.of(webhook.key(), call.id(), timestamp, body));
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(bytes.length);
            try (var out = connection.getOutputStream()) {
                out.write(bytes);
            }
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }
}
