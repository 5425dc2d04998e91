package io.streakboard.web.overload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Readiness: whether the API's port answers, asked over the network as learners do. The actuator's own port still
 * answers when all connections of that port are taken.
 */
@Component("apiPort")
class ApiPortHealthIndicator extends AbstractHealthIndicator {

    private static final Duration WITHIN = Duration.ofSeconds(3);

    /**
     * A request without {@code Host}, which the server itself refuses, so that it does not queue for a permit. An
     * instance that sheds requests still counts as ready. A port with TLS answers, too.
     */
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InetAddress address;
    private volatile @Nullable InetSocketAddress port;

    ApiPortHealthIndicator(ServerProperties server) {
        var bound = server.getAddress();
        address = bound == null || bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
    }

    @EventListener
    void on(WebServerInitializedEvent started) {
        if (started.getApplicationContext().getServerNamespace() == null) {
            port = new InetSocketAddress(address, started.getWebServer().getPort());
        }
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        var asked = port;
        if (asked == null) {
            health.outOfService().withDetail("port", "not open yet");
        } else if (answers(asked)) {
            health.up();
        } else {
            health.outOfService().withDetail("port", "does not answer");
        }
    }

    private static boolean answers(InetSocketAddress port) {
        try (var socket = new Socket()) {
            int millis = (int) WITHIN.toMillis();
            socket.connect(port, millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(REQUEST);
            return socket.getInputStream().read() >= 0;
        } catch (IOException unanswered) {
            return false; // rethrown, it would log a stack trace at each probe
        }
    }
}
