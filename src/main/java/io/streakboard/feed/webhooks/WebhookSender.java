package io.streakboard.feed.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.web.RootCause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.ssl.SSLContexts;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts calls to webhooks, each on a connection of its own, whose look-up of the host leaves out private addresses.
 * Follows no redirect, uses no proxy, makes no second try, and reads only the head of the answer.
 */
@Component
class WebhookSender {

    /** The longest duration of a call, with the look-up, the receiver's reading and its answer. */
    static final Duration DEADLINE = Duration.ofSeconds(20);

    private static final ConnectionConfig CONNECTIONS =
            ConnectionConfig.custom().setConnectTimeout(5, TimeUnit.SECONDS).build();

    private static final RequestConfig REQUESTS =
            RequestConfig.custom().setAuthenticationEnabled(false).build();

    private static final Http1Config ANSWERS =
            Http1Config.custom().setMaxLineLength(8_192).setMaxHeaderCount(100).build();

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

    private final JsonMapper json;
    private final TlsSocketStrategy tls;
    private final Duration deadline;
    private final DnsResolver names;

    @Autowired
    WebhookSender(JsonMapper json) {
        this(json, SSLContexts.createSystemDefault(), DEADLINE, SystemDefaultDnsResolver.INSTANCE);
    }

    WebhookSender(JsonMapper json, SSLContext tls, Duration deadline, DnsResolver names) {
        this.json = json;
        this.tls = ClientTlsStrategyBuilder.create()
                .setSslContext(tls)
                .setHostVerificationPolicy(HostnameVerificationPolicy.BUILTIN)
                .buildClassic();
        this.deadline = deadline;
        this.names = names;
    }

    /** The call has a thread of its own, because nothing interrupts a look-up whose name server does not answer. */
    CallResult send(Webhook webhook, WebhookCall call) {
        var post = request(webhook, call);
        var status = new FutureTask<>(() -> post(webhook, post));
        Thread.ofPlatform().daemon().name("webhook-call").start(status);
        try {
            int code = status.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            return new CallResult(code, "status " + code);
        } catch (ExecutionException failure) {
            return new CallResult(0, RootCause.of(status.exceptionNow()));
        } catch (TimeoutException late) {
            return new CallResult(0, "no answer within " + deadline.toSeconds() + " s, with the look-up of the host");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new CallResult(0, "interrupted");
        } finally {
            post.abort();
        }
    }

    private HttpPost request(Webhook webhook, WebhookCall call) {
        var body = json.writeValueAsString(call.body());
        long timestamp = Instant.now().getEpochSecond();
        var type = call.isBatch() ? "application/cloudevents-batch+json" : "application/cloudevents+json";
        var post = new HttpPost(webhook.url());
        post.setEntity(new ByteArrayEntity(body.getBytes(UTF_8), ContentType.create(type)));
        post.setHeader(HttpHeaders.CONNECTION, "close");
        post.setHeader("webhook-id", call.id());
        post.setHeader("webhook-timestamp", timestamp);
        post.setHeader("webhook-signature", Signature.of(webhook.key(), call.id(), timestamp, body));
        return post;
    }

    private int post(Webhook webhook, HttpPost post) throws IOException {
        try (var client = client(webhook.allowPrivate() ? names : new PublicNames(names))) {
            return client.execute(post, answer -> {
                answer.setEntity(null); // or the client would read it to its end
                return answer.getCode();
            });
        }
    }

    private CloseableHttpClient client(DnsResolver allowed) {
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(allowed)
                        .setTlsSocketStrategy(tls)
                        .setDefaultConnectionConfig(CONNECTIONS)
                        .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                                .http1Config(ANSWERS)
                                .build())
                        .build())
                .setRoutePlanner(new DefaultRoutePlanner(null)) // without it, the JVM's proxy
                .setDefaultRequestConfig(REQUESTS)
                .setUserAgent("streakboard")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .setDefaultCookieSpecRegistry(name -> null) // the default reads the list of public suffixes
                .disableContentCompression()
                .build();
    }

    /** Leaves out private addresses. */
    private record PublicNames(DnsResolver names) implements DnsResolver {

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            var addresses =
                    Stream.of(names.resolve(host)).filter(PublicAddress::is).toArray(InetAddress[]::new);
            if (addresses.length == 0) {
                throw new UnknownHostException(host + " has only a private address");
            }
            return addresses;
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            return names.resolveCanonicalHostname(host);
        }
    }
}
