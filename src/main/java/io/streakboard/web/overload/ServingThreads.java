package io.streakboard.web.overload;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Liveness: whether the threads that accept connections and wait for requests, on both ports, are alive. If an error
 * ends one of them, the process lives on and answers nobody.
 */
@Component("servingThreads")
class ServingThreads extends AbstractHealthIndicator {

    private static final List<String> ROLES = List.of("-Acceptor", "-Poller");

    /** By the context whose server has them, and has others after a restart. */
    private final Map<WebServerApplicationContext, List<Thread>> threads = new ConcurrentHashMap<>();

    @EventListener
    void on(WebServerInitializedEvent started) {
        if (started.getWebServer() instanceof TomcatWebServer server
                && server.getTomcat().getConnector().getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
            var endpoint = protocol.getName().replace("\"", "");
            threads.put(
                    started.getApplicationContext(),
                    Arrays.stream(all())
                            .filter(Objects::nonNull)
                            .filter(Thread::isAlive)
                            .filter(thread -> serves(thread.getName(), endpoint))
                            .toList());
        }
    }

    /**
     * If the server took any free port, its threads still have the name that the endpoint had before: {@code
     * http-nio-auto-1-Poller}.
     */
    private static boolean serves(String thread, String endpoint) {
        return ROLES.stream()
                .filter(thread::endsWith)
                .map(role -> thread.substring(0, thread.length() - role.length()))
                .anyMatch(name -> endpoint.equals(name) || endpoint.startsWith(name + "-"));
    }

    private static Thread[] all() {
        var group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        var found = new Thread[2 * group.activeCount() + 10];
        group.enumerate(found);
        return found;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        var watched = threads.values().stream().flatMap(List::stream).toList();
        var dead = watched.stream()
                .filter(thread -> !thread.isAlive())
                .map(Thread::getName)
                .toList();
        if (dead.isEmpty()) {
            health.up().withDetail("threads", watched.size());
        } else {
            health.down().withDetail("dead", dead);
        }
    }
}
