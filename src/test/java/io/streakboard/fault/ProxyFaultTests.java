package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.process.Nginx;
import io.streakboard.process.TrustAll;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped nginx does on its own, in front of a server that stands for an instance. */
class ProxyFaultTests {

    private static final Duration WITHIN = Duration.ofMinutes(1);

    private static final HttpClient CLIENT = client("127.0.0.1");

    private static HttpServer instance;
    private static Nginx nginx;

    @BeforeAll
    static void start() throws IOException {
        instance = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        instance.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        instance.createContext("/", exchange -> answer(exchange, 200, "served"));
        instance.createContext(
                "/headers",
                exchange -> answer(
                        exchange,
                        200,
                        exchange.getRequestHeaders().entrySet().toString().toLowerCase(Locale.ROOT)));
        instance.createContext("/busy", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "17");
            answer(exchange, 503, "{\"type\":\"urn:streakboard:problem:store-unavailable\"}");
        });
        instance.start();
        nginx = Nginx.startBefore(instance.getAddress().getPort(), "nginx-proxy");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @AfterAll
    static void stop() {
        nginx.close();
        instance.stop(0);
    }

    @Test
    void whatAnInstanceSaysOfItsLoadGoesThrough() throws Exception {
        var answer = get(CLIENT, "/busy");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("17");
        assertThat(answer.body()).contains("store-unavailable");
    }

    @Test
    void withoutAnInstanceClientsAreAskedToComeBack() throws Exception {
        try (var alone = Nginx.startBefore(1, "nginx-alone")) {
            var answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(alone.url() + "/api/rules"))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.body()).contains("urn:streakboard:problem:overloaded");
        }
    }

    @Test
    void clientsForwardNothing() throws Exception {
        var answer = CLIENT.send(
                request("/headers")
                        .header("X-Forwarded-For", "203.0.113.7")
                        .header("X-Forwarded-Proto", "forged")
                        .header("X-Forwarded-Host", "evil.example.org")
                        .header("X-Forwarded-Port", "7777")
                        .header("X-Forwarded-Prefix", "/evil")
                        .header("Forwarded", "host=evil.example.org")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.body())
                .contains("host=[localhost:" + nginx.port(), "x-forwarded-for=[127.0.0.1]", "x-forwarded-proto=[https]")
                .doesNotContain("evil", "forged", "203.0.113.7", "7777");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /headers HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET /headers HTTP/1.1\r\nHost: x\r\nA: b\r\n folded\r\nConnection: close\r\n\r\n",
                "GET /headers HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n",
                "POST /headers HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                        + "0\r\n\r\nGET /busy HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /headers HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\nConnection: close\r\n\r\n12345",
            })
    void headsThatTwoServersMayUnderstandDifferentlyAreRefusedOrWrittenAnew(String request) throws Exception {
        try (var connection = TrustAll.context().getSocketFactory().createSocket("127.0.0.1", nginx.port())) {
            connection.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("HTTP/1.1 503", "folded", "authorization=[a");
            assertThat(answer.split("HTTP/1.1 ", -1))
                    .as("one answer: %s", answer)
                    .hasSize(2);
        }
    }

    /** Six clients of one address, because a connection carries 128 requests. */
    @Test
    void anAddressHasFiveHundredRequestsUnderWay() throws Exception {
        var released = new CountDownLatch(1);
        instance.createContext("/held", exchange -> {
            try {
                released.await();
                answer(exchange, 200, "served");
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        var clients = Stream.generate(() -> client("127.0.0.2")).limit(6).toList();
        try {
            var sent = clients.stream()
                    .flatMap(client -> Stream.generate(
                                    () -> client.sendAsync(request("/held").build(), BodyHandlers.ofString()))
                            .limit(100))
                    .toList();
            await().until(() -> sent.stream().filter(answer -> answer.isDone()).count() >= 100);
            assertThat(get(CLIENT, "/").statusCode()).isEqualTo(200);
            released.countDown();

            var answers = sent.stream().map(answer -> answer.join()).toList();
            assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(500);
            assertThat(answers)
                    .filteredOn(answer -> answer.statusCode() != 200)
                    .allSatisfy(ProxyFaultTests::isRateLimited);
        } finally {
            released.countDown();
            clients.forEach(HttpClient::close);
        }
    }

    @Test
    void aTokenHasItsLimitAndOthersOfItsAddressHaveTheirs() {
        try (var client = client("127.0.0.3")) {
            await().until(() ->
                    hundred(client, i -> token(100)).stream().anyMatch(answer -> answer.statusCode() == 429));
            assertThat(hundred(client, ProxyFaultTests::token))
                    .extracting(HttpResponse::statusCode)
                    .containsOnly(200);
        }
    }

    private static void isRateLimited(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("urn:streakboard:problem:rate-limited");
    }

    @Test
    void anImportIsReadAsItComesAndOtherBodiesWhenTheyAreWhole() throws Exception {
        var begun = new CountDownLatch(1);
        var bodies = new ArrayList<String>();
        instance.createContext("/api/imports", exchange -> {
            exchange.getRequestBody().read();
            begun.countDown();
            answer(exchange, 200, "imported");
        });
        instance.createContext("/api/activities", exchange -> {
            bodies.add("begun");
            answer(exchange, 200, "whole");
        });
        var head = "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\nConnection: close\r\n\r\n";
        try (var file = connect();
                var body = connect()) {
            write(body, head.formatted("/api/activities") + "x".repeat(19_999));
            write(file, head.formatted("/api/imports") + "x".repeat(19_999));

            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(bodies).isEmpty();

            write(file, "x");
            write(body, "x");
            assertThat(read(file)).contains("imported");
            assertThat(read(body)).contains("whole");
        }
    }

    @Test
    void eventsOfAStreamArriveOneByOne() throws Exception {
        var read = new CountDownLatch(1);
        instance.createContext("/api/boards/points/updates", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("event: top\n".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                read.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });

        var answer = CLIENT.send(request("/api/boards/points/updates").build(), BodyHandlers.ofInputStream());
        try (InputStream events = answer.body()) {
            assertThat(new String(events.readNBytes(10), StandardCharsets.UTF_8))
                    .isEqualTo("event: top");
            read.countDown();
        }
    }

    @Test
    void halfAHeadIsNotWaitedFor() throws Exception {
        try (var connection = connect()) {
            write(connection, "GET / HTTP/1.1\r\nHost: x\r\nX: ");

            await().until(() -> {
                try {
                    write(connection, "x");
                    return false;
                } catch (IOException cutOff) {
                    return true;
                }
            });
        }
    }

    @Test
    void aBodyThatIsFarTooLongIsNotTaken() throws Exception {
        var answer = CLIENT.send(
                request("/api/activities")
                        .POST(BodyPublishers.ofByteArray(new byte[4 << 20]))
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("urn:streakboard:problem:body-too-large");
    }

    private static String token(int i) {
        return "Bearer head.claims." + "%043d".formatted(i);
    }

    private static List<HttpResponse<String>> hundred(HttpClient client, IntFunction<String> tokens) {
        var sent = IntStream.range(0, 100)
                .mapToObj(i -> client.sendAsync(
                        request("/").header("Authorization", tokens.apply(i)).build(), BodyHandlers.ofString()))
                .toList();
        return sent.stream().map(answer -> answer.join()).toList();
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(nginx.url() + path)).timeout(WITHIN);
    }

    private static HttpResponse<String> get(HttpClient client, String path) throws Exception {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private static HttpClient client(String from) {
        try {
            return HttpClient.newBuilder()
                    .version(Version.HTTP_2)
                    .sslContext(TrustAll.context())
                    .localAddress(InetAddress.getByName(from))
                    .build();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Socket connect() throws IOException {
        return TrustAll.context().getSocketFactory().createSocket("127.0.0.1", nginx.port());
    }

    private static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(Socket connection) throws IOException {
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
