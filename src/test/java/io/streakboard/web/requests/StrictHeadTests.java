package io.streakboard.web.requests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;

class StrictHeadTests {

    private static final WebServer SERVER = server();

    private static WebServer server() {
        var factory = new TomcatServletWebServerFactory(0);
        factory.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new StrictHead()));
        return factory.getWebServer(
                context -> context.addServlet("any", new Any()).addMapping("/"));
    }

    /** Takes whatever comes. */
    private static class Any extends HttpServlet {

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write("served");
        }
    }

    @BeforeAll
    static void start() {
        SERVER.start();
    }

    @AfterAll
    static void stop() {
        SERVER.destroy();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: x\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\n",
                "GET / HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET /\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nauthorization: a\r\nConnection: close\r\n\r\n",
            })
    void whatAProxyMayUnderstandOtherwiseIsRefused(String head) throws IOException {
        assertThat(answer(head)).doesNotContain("served");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "\r\nGET / HTTP/1.1\r\nHost: x\r\nA: \r\nB:\r\nConnection: close \t \r\n\r\n",
                "GET / HTTP/1.0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\na\n b",
                "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            })
    void whatIsPlainIsServed(String head) throws IOException {
        assertThat(answer(head)).contains("served");
    }

    @Test
    void aHeadThatTheServerCannotReadIsRefusedByTheServer() throws IOException {
        assertThat(answer("GET / HTTP/1.1 x\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    private static String answer(String request) throws IOException {
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), SERVER.getPort())) {
            connection.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
