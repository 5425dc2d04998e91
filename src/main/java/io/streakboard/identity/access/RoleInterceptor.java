package io.streakboard.identity.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authorization.AuthenticatedAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.method.PreAuthorizeAuthorizationManager;
import org.springframework.security.core.Authentication;
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

    private static final String ANYBODY_WITH_A_TOKEN = "isAuthenticated()";

    private final PreAuthorizeAuthorizationManager roles = new PreAuthorizeAuthorizationManager();
    private final AuthorizationManager<Object> anybodyWithAToken = AuthenticatedAuthorizationManager.authenticated();

    /** Whether a handler is for anybody with a token: most are, and to evaluate the expression takes longer. */
    private final Map<Method, Boolean> forAnybody = new ConcurrentHashMap<>();

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
        Supplier<@Nullable Authentication> caller =
                () -> SecurityContextHolder.getContext().getAuthentication();
        var role = forAnybody.computeIfAbsent(method.getMethod(), any -> isForAnybody(method))
                ? anybodyWithAToken.authorize(caller, method)
                : roles.authorize(caller, new SimpleMethodInvocation(method.getBean(), method.getMethod()));
        return role != null && role.isGranted();
    }

    /** What stands at the handler goes before what stands at its class. */
    private static boolean isForAnybody(HandlerMethod method) {
        var role = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), PreAuthorize.class);
        if (role == null) {
            role = AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), PreAuthorize.class);
        }
        return role != null && role.value().equals(ANYBODY_WITH_A_TOKEN);
    }
}
