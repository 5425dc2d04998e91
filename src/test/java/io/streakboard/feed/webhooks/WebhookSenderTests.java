package io.streakboard.feed.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.streakboard.feed.table.CloudEvent;
import io.streakboard.feed.table.FeedTable.SequencedEvent;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.core5.ssl.SSLContexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class WebhookSenderTests {

    private static final String PASSWORD = "changeit";
    private static final WebhookCall CALL = new WebhookCall(
            List.of(new SequencedEvent(1, new CloudEvent("e1", "learner.deleted", "learners/1", Instant.EPOCH, "{}"))),
            0,
            1);

    @Test
    void aCallIsDeliveredOverTlsToTheHostOfTheCertificateOnly(@TempDir Path folder) throws Exception {
        var context = selfSigned(folder.resolve("localhost.p12"));
        var body = new CompletableFuture<String>();
        var receiver = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setHttpsConfigurator(new HttpsConfigurator(context));
        receiver.createContext("/hook", exchange -> {
            body.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders("a=b".equals(exchange.getRequestURI().getQuery()) ? 204 : 400, -1);
            exchange.close();
        });
        receiver.start();
        try {
            var sender = new WebhookSender(
                    new JsonMapper(), context, Duration.ofMinutes(1), SystemDefaultDnsResolver.INSTANCE);
            var port = receiver.getAddress().getPort();

            assertThat(sender.send(webhook("https://localhost:" + port + "/hook?a=b"), CALL)
                            .status())
                    .isEqualTo(204);
            assertThat(body.join()).contains("\"id\":\"e1\"");
            assertThat(sender.send(webhook("https://127.0.0.1:" + port + "/hook?a=b"), CALL)
                            .isDelivered())
                    .isFalse();
        } finally {
            receiver.stop(0);
        }
    }

    /** Each byte comes in time, but not the answer. */
    @Test
    void anAnswerThatTricklesHasADeadline() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.submit(() -> {
                try (var connection = server.accept()) {
                    connection.setSoTimeout(300);
                    for (byte next : "HTTP/1.1 204".getBytes(StandardCharsets.US_ASCII)) {
                        connection.getOutputStream().write(next);
                        if (endsWithin300Millis(connection.getInputStream())) {
                            break;
                        }
                    }
                }
                return null;
            });
            var impatient = impatient(InetAddress::getAllByName);

            var outcome = impatient.send(webhook("http://localhost:" + server.getLocalPort()), CALL);

            assertThat(outcome.status()).isZero();
        }
    }

    /** The status is enough: neither a body without an end nor a head without one is read. */
    @ParameterizedTest
    @CsvSource({"'HTTP/1.1 200 OK\r\n\r\n', 200", "'HTTP/1.1 200 ', 0", "'HTTP/1.1 200 OK\r\nx: ', 0"})
    void anAnswerWithoutEndIsNotRead(String start, int status) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var cut = threads.submit(() -> {
                try (var connection = server.accept()) {
                    connection.getOutputStream().write(start.getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        connection.getOutputStream().write(new byte[8_192]);
                    }
                } catch (IOException reset) {
                    return true;
                }
            });

            var outcome =
                    patient(InetAddress::getAllByName).send(webhook("http://localhost:" + server.getLocalPort()), CALL);

            assertThat(outcome.status()).isEqualTo(status);
            assertThat(cut.get()).isTrue();
        }
    }

    @Test
    void aLookUpThatIsNotAnsweredHasTheDeadlineToo() {
        var answer = new CountDownLatch(1);
        try {
            var outcome = impatient(host -> {
                        try {
                            answer.await();
                        } catch (InterruptedException stopped) {
                            Thread.currentThread().interrupt();
                        }
                        return InetAddress.getAllByName("localhost");
                    })
                    .send(webhook("http://hooks.example.org"), CALL);

            assertThat(outcome.status()).isZero();
            assertThat(outcome.text()).contains("no answer within 1 s, with the look-up");
        } finally {
            answer.countDown();
        }
    }

    @Test
    void aHostThatIsUnknownIsNamed() {
        var outcome = patient(host -> {
                    throw new UnknownHostException(host);
                })
                .send(webhook("http://hooks.example.org"), CALL);

        assertThat(outcome.text()).contains("hooks.example.org");
    }

    /** As the connection uses the look-up that was checked, a second look-up cannot return another address. */
    @Test
    void aHostIsLookedUpOnceAndItsPrivateAddressesAreLeftOut() {
        var lookUps = new AtomicInteger();
        var sender = patient(host -> {
            lookUps.incrementAndGet();
            return new InetAddress[] {InetAddress.getByName("10.0.0.1"), InetAddress.getByName("127.0.0.1")};
        });

        var outcome = sender.send(webhook("https://hooks.example.org", false), CALL);

        assertThat(outcome.text()).contains("private address");
        assertThat(lookUps).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "169.254.169.254", "[::1]", "[::ffff:169.254.169.254]", "2130706433"})
    void anAddressInPlaceOfAHostIsCheckedToo(String host) {
        var outcome = patient(InetAddress::getAllByName).send(webhook("https://" + host, false), CALL);

        assertThat(outcome.text()).contains("private address");
    }

    @Test
    void theProxyOfTheJvmIsNotUsed() throws Exception {
        var standard = ProxySelector.getDefault();
        try (var proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress("127.0.0.1", proxy.getLocalPort())));

            var outcome = patient(host -> {
                        throw new UnknownHostException(host);
                    })
                    .send(webhook("http://hooks.example.org"), CALL);

            assertThat(outcome.text()).contains("UnknownHostException");
        } finally {
            ProxySelector.setDefault(standard);
        }
    }

    private interface Names {

        InetAddress[] of(String host) throws UnknownHostException;
    }

    private static WebhookSender impatient(Names names) {
        return sender(Duration.ofSeconds(1), names);
    }

    private static WebhookSender patient(Names names) {
        return sender(Duration.ofMinutes(1), names);
    }

    private static WebhookSender sender(Duration deadline, Names names) {
        return new WebhookSender(
                new JsonMapper(), SSLContexts.createSystemDefault(), deadline, new SystemDefaultDnsResolver() {

                    @Override
                    public InetAddress[] resolve(String host) throws UnknownHostException {
                        return names.of(host);
                    }
                });
    }

    private static boolean endsWithin300Millis(InputStream request) throws IOException {
        try {
            while (request.read() >= 0) {
                // as long as something comes
            }
            return true;
        } catch (SocketTimeoutException enough) {
            return false;
        }
    }

    private static Webhook webhook(String url) {
        return webhook(url, true);
    }

    private static Webhook webhook(String url, boolean allowPrivate) {
        return new Webhook("crm", URI.create(url), Set.of(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", allowPrivate);
    }

    private static SSLContext selfSigned(Path file) throws Exception {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(made.waitFor()).isZero();
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        var certificate = store.getCertificate("mykey");
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("receiver", certificate);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
