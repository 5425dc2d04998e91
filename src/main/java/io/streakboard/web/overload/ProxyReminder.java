package io.streakboard.web.overload;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Logs a line at the start in production if no proxy is declared, because the application itself has no defence against
 * slow clients and floods. A proxy is declared by {@code server.forward-headers-strategy}, or by running on a platform
 * for which Spring Boot assumes one, such as Kubernetes.
 */
@Component
@Profile("production")
class ProxyReminder {

    private static final Logger log = LoggerFactory.getLogger(ProxyReminder.class);

    private final ServerProperties server;
    private final Environment environment;

    ProxyReminder(ServerProperties server, Environment environment) {
        this.server = server;
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    void remind() {
        if (!isProxyDeclared()) {
            log.warn("No proxy is declared by server.forward-headers-strategy. Slow clients and floods can take this"
                    + " instance from all others, unless a proxy such as src/main/container/nginx.conf is in front.");
        }
    }

    private boolean isProxyDeclared() {
        var strategy = server.getForwardHeadersStrategy();
        return strategy == null
                ? CloudPlatform.getActive(environment) instanceof CloudPlatform platform
                        && platform.isUsingForwardHeaders()
                : strategy != ForwardHeadersStrategy.NONE;
    }
}
