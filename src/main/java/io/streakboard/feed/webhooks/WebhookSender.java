package io.streakboard.feed.webhooks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.web.RootCause;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts calls to webhooks, each on a connection of its own. Looks the host up once, checks the address and connects to
 * that address, because a second look-up might return another one. Follows no redirect, uses no proxy, and
 * reads only the status of the answer.
 */
@Component
class WebhookSender {

    /** The longest duration of a call, with the look-up, the receiver's reading and its answer. */
    static final Duration DEADLINE = Duration.ofSeconds(20);

    private static final int CONNECT_MILLIS = 5_000;

    /** @param text the status, or why there is none */
    record CallResult(int status, String text) {

        boolean isDelivered() {
            return status / 100 == 2;
        }

        /** The receiver wants no more calls. */
        boolean isGone() {
            return status == 410;
        }
    }

    /** Looks up the address of a host. */
    interface Names {

        InetAddress of(String host) throws UnknownHostException;
    }

    private final JsonMapper json;
    private final SSLSocketFactory tls;
    private final Duration deadline;
    private final Names names;

    @Autowired
    WebhookSender(JsonMapper json) {
        this(json, (SSLSocketFactory) SSLSocketFactory.getDefault(), DEADLINE, InetAddress::getByName);
    }

    WebhookSender(JsonMapper json, SSLSocketFactory tls, Duration deadline, Names names) {
        this.json = json;
        this.tls = tls;
        this.deadline = deadline;
        this.names = names;
    }

    CallResult send(Webhook webhook, WebhookCall call) {
        try {
            int status = post(webhook, request(webhook, call));
            return new CallResult(status, "status " + status);
        } catch (IOException failure) {
            return new CallResult(0, RootCause.of(failure));
        }
    }

    private byte[] request(Webhook webhook, WebhookCall call) {
        var body = json.writeValueAsString(call.body());
        long timestamp = Instant.now().getEpochSecond();
        var url = webhook.url();
        var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        var head = """
                POST %s HTTP/1.1
                Host: %s
                User-Agent: streakboard
                Connection: close
                Content-Type: %s
                Content-Length: %d
                webhook-id: %s
                webhook-timestamp: %d
                webhook-signature: %s

                """.formatted(
                        url.getRawQuery() == null ? path : path + "?" + url.getRawQuery(),
                        url.getRawAuthority(),
                        call.isBatch() ? "application/cloudevents-batch+json" : "application/cloudevents+json",
                        body.getBytes(UTF_8).length,
                        call.id(),
                        timestamp,
                        Signature.of(webhook.key(), call.id(), timestamp, body));
        return (head.replace("\n", "\r\n") + body).getBytes(UTF_8);
    }

    private int post(Webhook webhook, byte[] request) throws IOException {
        try (var socket = new Socket()) {
            CompletableFuture.delayedExecutor(deadline.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> close(socket));
            socket.connect(new InetSocketAddress(address(webhook), webhook.port()), CONNECT_MILLIS);
            socket.setSoTimeout((int) deadline.toMillis());
            var connection = webhook.isSecure() ? secured(socket, webhook) : socket;
            connection.getOutputStream().write(request);
            connection.getOutputStream().flush();
            return status(connection.getInputStream());
        }
    }

    private InetAddress address(Webhook webhook) throws IOException {
        var address = lookedUp(webhook.url().getHost());
        if (!webhook.allowPrivate() && !PublicAddress.is(address)) {
            throw new ConnectException("the host has a private address");
        }
        return address;
    }

    /** On a thread of its own, because nothing interrupts a look-up whose name server does not answer. */
    private InetAddress lookedUp(String host) throws IOException {
        var lookup = new FutureTask<>(() -> names.of(host));
        Thread.ofPlatform().daemon().name("webhook-lookup").start(lookup);
        try {
            return lookup.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new UnknownHostException(host + " (no name server answered in time)");
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException unknown ? unknown : new IOException(failure.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private Socket secured(Socket socket, Webhook webhook) throws IOException {
        var secured = (SSLSocket) tls.createSocket(socket, webhook.url().getHost(), webhook.port(), true);
        var parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        return secured;
    }

    /** An answer begins with {@code HTTP/1.1 204}. */
    private static int status(InputStream answer) throws IOException {
        var start = new String(answer.readNBytes(12), ISO_8859_1);
        if (!start.matches("HTTP/1\\.[01] [2-5][0-9]{2}")) {
            throw new IOException("not an HTTP answer");
        }
        return Integer.parseInt(start.substring(9));
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // already closed
        }
    }
}
