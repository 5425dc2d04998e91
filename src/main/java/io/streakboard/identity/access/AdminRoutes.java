package io.streakboard.identity.access;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.stereotype.Component;

/**
 * Matches routes of the API on the actuator's port, see {@link AdminApi}: {@code /actuator/api/imports} and the like.
 */
@Component
class AdminRoutes implements RequestMatcher {

    private final String actuator;
    private final RequestMatcher routes;

    AdminRoutes(WebEndpointProperties endpoints) {
        actuator = endpoints.getBasePath();
        routes = PathPatternRequestMatcher.withDefaults().matcher(pattern());
    }

    /** The prefix of a route's path on this port. */
    String prefix() {
        return actuator;
    }

    String pattern() {
        return actuator + "/api/**";
    }

    @Override
    public boolean matches(HttpServletRequest request) {
        return routes.matches(request);
    }
}
