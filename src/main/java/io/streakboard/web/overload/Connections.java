package io.streakboard.web.overload;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/** Bounds the connections of the API's port: their number, and a client's time to send a request. */
@Component
class Connections implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    private final OverloadProperties properties;

    Connections(OverloadProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(PatientProtocol.class.getName());
        factory.addConnectorCustomizers(connector -> {
            var protocol = (PatientProtocol) connector.getProtocolHandler();
            protocol.setMaxConnections(properties.connections());
            protocol.setConnectionTimeout((int) properties.timeout().toMillis());
        });
        factory.addEngineValves(new BodyDeadline(properties.timeout()));
    }

    /** Comes after Spring Boot's customizer, which sets the properties {@code server.tomcat}. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
