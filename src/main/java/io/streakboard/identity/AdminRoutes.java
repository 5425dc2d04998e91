package io.streakboard.identity;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.stereotype.Component;

/**
 * Matches the routes of the API on the actuator's port, see {@link AdminApi}: {@code
 * /actuator/api/points/adjustments} and the like.
 */
@Component
class AdminRoutes implements RequestMatcher {

    private final String actuator;
    private final RequestMatcher routes;

    AdminRoutes(WebEndpointProperties endpoints) {
        actuator = endpoints.getBasePath();
        routes = PathPatternRequestMatcher.withDefaults().matcher(actuator + "/api/**");
    }

    /** Comes before the path of a route of the API. */
    String prefix() {
        return actuator;
    }

    @Override
    public boolean matches(HttpServletRequest request) {
        return routes.matches(request);
    }
}
