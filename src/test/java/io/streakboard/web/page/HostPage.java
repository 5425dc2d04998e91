package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A page of another origin that embeds parts, as documented. Its policy allows no inline script or style. */
final class HostPage implements AutoCloseable {

    private final HttpServer server;
    private volatile String api = "";
    private volatile String token = "";
    private volatile String parts = "";

    HostPage() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", exchange -> send(exchange, "text/html", """
                <!doctype html>
                <html lang="en">
                <title>My course</title>
                <script type="module" src="/host.js"></script>
                """ + parts));
        server.createContext("/host.js", exchange -> send(exchange, "text/javascript", """
                import { streakboard } from "%s/streakboard/streakboard.js";

                streakboard.token = async refused => refused ? null : "%s";
                addEventListener("streak-signed", ({ detail }) => { document.title = `signed for ${detail.day}`; });
                """.formatted(api, token)));
        server.start();
    }

    /** Its origin by one of the names of this machine. */
    String at(String name) {
        return "http://%s:%d".formatted(name, server.getAddress().getPort());
    }

    /** @param api the address of the API that the parts call */
    void shows(String api, String token, String parts) {
        this.api = api;
        this.token = token;
        this.parts = parts.replaceAll("<(streak-\\w+)", "<$1 api=\"" + api + "\"");
    }

    private void send(HttpExchange exchange, String type, String content) throws IOException {
        var body = content.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.getResponseHeaders()
                .add(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'self' %1$s; connect-src %1$s".formatted(api));
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
