package io.streakboard.identity;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.method.PreAuthorizeAuthorizationManager;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.util.SimpleMethodInvocation;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets a request through to its handler if the role that the handler declares allows it; a handler that declares none
 * is closed. The roles are annotations of method security, but a proxy around the handler would check them too late:
 * after the body was read and validated, work that strangers must not cause.
 */
@Component
class RoleInterceptor implements HandlerInterceptor {

    private final PreAuthorizeAuthorizationManager roles = new PreAuthorizeAuthorizationManager();
    private final Refusals refusals;

    RoleInterceptor(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (allows(handler)) {
            return true;
        }
        refusals.handle(request, response, new AccessDeniedException("The handler's role does not allow it"));
        return false;
    }

    private boolean allows(Object handler) {
        if (!(handler instanceof HandlerMethod method)) {
            return false;
        }
        var role = roles.authorize(
                () -> SecurityContextHolder.getContext().getAuthentication(),
                new SimpleMethodInvocation(method.getBean(), method.getMethod()));
        return role != null && role.isGranted();
    }
}
