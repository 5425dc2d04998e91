package io.streakboard.web.overload;

import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/** Bounds the number of connections of the API's port. Slow clients are left to the proxy in front of it. */
@Component
class ConnectionLimits implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    private final OverloadProperties properties;

    ConnectionLimits(OverloadProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addConnectorCustomizers(connector -> {
            var protocol = (AbstractProtocol<?>) connector.getProtocolHandler();
            protocol.setMaxConnections(properties.connections());
        });
    }

    /** Comes after Spring Boot's customizer, which sets the properties {@code server.tomcat}. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
