package io.streakboard.web.overload;

import org.apache.catalina.connector.Connector;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * Bounds how much of the heap the connections of the API's port can take: by their number, their buffers, and the time
 * that a client may take to send a request.
 */
@Component
class Connections implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    /** Requests are small. */
    private static final int READ_BUFFER = 2 * 1024;

    /** Holds a page of 20 rows with its head, as each write is a call of the operating system. */
    private static final int WRITE_BUFFER = 8 * 1024;

    private final OverloadProperties properties;

    Connections(OverloadProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(PatientProtocol.class.getName());
        factory.addConnectorCustomizers(this::customize);
        factory.addEngineValves(new BodyDeadline(properties.bodyTimeout(), properties.bodyRate()));
    }

    private void customize(Connector connector) {
        var protocol = (PatientProtocol) connector.getProtocolHandler();
        protocol.setHeaderTimeout(properties.headerTimeout());
        protocol.setMaxConnections(properties.connections());
        connector.setProperty("socket.appReadBufSize", Integer.toString(READ_BUFFER));
        connector.setProperty("socket.appWriteBufSize", Integer.toString(WRITE_BUFFER));
    }

    /** Comes after Spring Boot's customizer, which sets the properties {@code server.tomcat}. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
