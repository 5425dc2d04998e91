package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Parts in a page of another origin, whose policy allows no inline script or style. It passes calls of the API on. */
@IntegrationTest
class EmbeddedPartsBrowserTests extends LearnersPageInBrowser {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final HttpServer host;
    private final long learner = Learners.next();

    EmbeddedPartsBrowserTests(Api api) throws IOException {
        super(api);
        host = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    }

    @BeforeAll
    void start() {
        host.createContext("/", exchange -> send(exchange, "text/html", """
                <!doctype html>
                <html lang="en">
                <title>My course</title>
                <script type="module" src="/host.js"></script>
                <streak-today api="/"></streak-today>
                <streak-summary api="/" lang="zh"></streak-summary>
                <streak-board api="/" board="quiz"></streak-board>
                """));
        host.createContext(
                "/host.js",
                exchange -> send(exchange, "text/javascript", """
                import { streakboard } from "%s/streakboard/streakboard.js";

                streakboard.token = async refused => refused ? null : "%s";
                addEventListener("streak-signed", ({ detail }) => { document.title = `signed for ${detail.day}`; });
                """.formatted(
                                api.url(), api.as(learner, "Ada").token())));
        host.createContext("/api/", this::passOn);
        host.start();
    }

    @AfterAll
    void stop() {
        host.stop(0);
    }

    @Test
    void aPageOfTenLinesShowsPartsAndHearsOfASignIn() {
        browser.get("http://127.0.0.1:" + host.getAddress().getPort() + "/");
        awaitText("streak-today", "Sign in");
        awaitText("streak-summary", "本赛季");
        awaitText("streak-board", "quiz");

        click("streak-today", ".tap");

        await().until(() -> "signed for 2026-11-18".equals(browser.getTitle()));
        awaitText("streak-today", "1 day in a row");
        assertThat(run("return getComputedStyle(document.querySelector('streak-today').shadowRoot"
                        + ".querySelector('.card')).display"))
                .as("styled")
                .isEqualTo("grid");
        assertThat(String.valueOf(run("return [...new Set(performance.getEntriesByType('resource')"
                        + ".map(each => new URL(each.name).origin))].sort().join(' ')")))
                .isEqualTo("http://127.0.0.1:%d %s".formatted(host.getAddress().getPort(), api.url()));
    }

    private void send(HttpExchange exchange, String type, String content) throws IOException {
        exchange.getResponseHeaders()
                .add(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'self' %s; connect-src 'self'".formatted(api.url()));
        send(exchange, 200, type, content.getBytes(UTF_8));
    }

    private void passOn(HttpExchange exchange) throws IOException {
        var request = HttpRequest.newBuilder(URI.create(api.url() + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
                .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"));
        if (exchange.getRequestURI().getPath().endsWith("/updates")) {
            send(exchange, 404, "text/plain", new byte[0]); // its end would be waited for
            return;
        }
        try {
            var answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            send(
                    exchange,
                    answer.statusCode(),
                    answer.headers().firstValue("Content-Type").orElse("text/plain"),
                    answer.body());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
