package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;

/** A server that gives a head and a body a second each, and clients that send a byte now and then. */
@ExtendWith(OutputCaptureExtension.class)
class ConnectionsTests {

    private final WebServer server = server();
    private Socket connection = new Socket();

    private static WebServer server() {
        var factory = new TomcatServletWebServerFactory(0);
        new Connections(new OverloadProperties(100, 100, Duration.ofSeconds(1))).customize(factory);
        return factory.getWebServer(
                context -> context.addServlet("reader", new Reader()).addMapping("/"));
    }

    /** Answers with the length of the body, or without reading it if the path says so. */
    private static class Reader extends HttpServlet {

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            boolean ignored = request.getRequestURI().equals("/ignored");
            var answer = "[" + (ignored ? 0 : request.getInputStream().readAllBytes().length) + "]";
            response.setContentLength(answer.length());
            response.getWriter().write(answer);
        }
    }

    @BeforeEach
    void connect() throws IOException {
        server.start();
        connection = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
    }

    @AfterEach
    void stop() throws IOException {
        connection.close();
        server.destroy();
    }

    @Test
    void aHeadThatDoesNotComeToItsEndIsNotWaitedFor() throws IOException {
        send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ");

        await().until(() -> isCutOff("x"));
    }

    @Test
    void aBodyThatDoesNotComeToItsEndIsNotWaitedFor() throws IOException {
        send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");

        await().until(() -> isCutOff("x"));
    }

    @Test
    void norIsOneThatNobodyReads() throws IOException {
        send("POST /ignored HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n");
        assertThat(answer()).contains(" 200 ").endsWith("[0]");

        await().until(() -> isCutOff("x"));
    }

    @Test
    void aClientThatIsAnsweredInsteadOfAskedForABodyIsCutOff() throws IOException {
        send("POST /ignored HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n");
        assertThat(answer()).contains(" 200 ").endsWith("[0]");

        await().until(() -> isCutOff("x"));
    }

    @Test
    void whatFollowsAHeadThatWasRefusedIsNotRead(CapturedOutput output) throws IOException {
        send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nX: " + "x".repeat(9_000) + "\r\n\r\n");

        assertThat(answer()).contains(" 400 ");
        assertThat(output).doesNotContain("Error processing request");
    }

    @Test
    void aConnectionServesOneRequestAfterTheOther() throws IOException {
        for (var path : new String[] {"/ignored", "/", "/ignored"}) {
            send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12345");
            assertThat(answer()).contains(" 200 ").endsWith(path.equals("/") ? "[5]" : "[0]");
        }
    }

    private void send(String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** All there is up to the end of the body. */
    private String answer() throws IOException {
        var answer = new StringBuilder();
        for (int next = connection.getInputStream().read(); next >= 0 && next != ']'; ) {
            answer.append((char) next);
            next = connection.getInputStream().read();
        }
        return answer.append(']').toString();
    }

    private boolean isCutOff(String sent) throws IOException {
        try {
            send(sent);
            return false;
        } catch (SocketException cutOff) {
            return true;
        }
    }
}
