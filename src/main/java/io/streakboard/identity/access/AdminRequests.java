package io.streakboard.identity.access;

import io.streakboard.identity.ForAdmins;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Matches requests by which admins change something: with a method that does not only read, on a route for admins. On
 * the API's port this looks up the handler a second time, but only if the caller is an admin.
 */
@Component
class AdminRequests implements RequestMatcher {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final RequestMatcher endpoints = EndpointRequest.toAnyEndpoint();
    private final AdminRoutes routes;
    private final ObjectProvider<RequestMappingHandlerMapping> handlers;

    AdminRequests(
            AdminRoutes routes,
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers) {
        this.routes = routes;
        this.handlers = handlers; // they are made after the filters
    }

    @Override
    public boolean matches(HttpServletRequest request) {
        return !READING.contains(request.getMethod())
                && isByAdmin()
                && (endpoints.matches(request) || routes.matches(request) || isHandledForAdmins(request));
    }

    private static boolean isByAdmin() {
        var caller = SecurityContextHolder.getContext().getAuthentication();
        return caller != null
                && caller.getAuthorities().stream()
                        .anyMatch(role -> SecurityConfiguration.ADMIN.equals(role.getAuthority()));
    }

    private boolean isHandledForAdmins(HttpServletRequest request) {
        if (!ServletRequestPathUtils.hasParsedRequestPath(request)) {
            ServletRequestPathUtils.parseAndCache(request);
        }
        return hasHandlerForAdmins(request);
    }

    /** Whether a request of the API, whose path has been parsed, is answered by a route for admins. */
    boolean hasHandlerForAdmins(HttpServletRequest request) {
        try {
            var found = handlers.getObject().getHandler(request);
            return found != null && found.getHandler() instanceof HandlerMethod method && isForAdmins(method);
        } catch (Exception none) { // the route does not take this method or type
            return false;
        }
    }

    private static boolean isForAdmins(HandlerMethod method) {
        return method.hasMethodAnnotation(ForAdmins.class)
                || AnnotatedElementUtils.hasAnnotation(method.getBeanType(), ForAdmins.class);
    }
}
