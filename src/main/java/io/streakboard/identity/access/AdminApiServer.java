package io.streakboard.identity.access;

import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/**
 * Puts the {@link AdminApi} on the actuator's port. Boot finds this class by its name in {@code META-INF/spring}. It is
 * no component, or the scan would find it for the API's port as well.
 */
class AdminApiServer {

    @Bean
    SimpleUrlHandlerMapping adminApiMapping(AdminApi api, AdminRoutes routes) {
        return new SimpleUrlHandlerMapping(Map.of(routes.pattern(), api), 0);
    }
}
