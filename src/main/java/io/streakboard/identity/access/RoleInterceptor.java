package io.streakboard.identity.access;

import io.streakboard.identity.tokens.Roles;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.method.PreAuthorizeAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.util.SimpleMethodInvocation;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Lets a request through if the role that its handler declares allows it; a handler without a role is closed. The roles
 * are annotations of method security, but a proxy around the handler would check them too late: after the body was read
 * and validated, work that strangers must not cause.
 */
@Component
class RoleInterceptor implements HandlerInterceptor {

    private static final String ANYBODY_WITH_A_TOKEN = "isAuthenticated()";

    /** Scopes for a single purpose. A token with only these belongs to no learner, whatever its subject. */
    private static final Set<String> ACTUATOR_ONLY = Set.of(Roles.MONITOR, Roles.SUPPORT);

    private static final Set<String> API_TOO = Set.of(Roles.SERVICE, Roles.ADMIN);
    private static final Set<String> SERVICE = Set.of(Roles.SERVICE);

    private final PreAuthorizeAuthorizationManager roles = new PreAuthorizeAuthorizationManager();

    /** Whether a handler is for any caller. Most are, and evaluating the expression each time takes longer. */
    private final Map<Method, Boolean> forAnyCaller = new ConcurrentHashMap<>();

    private final ProblemEntryPoint problemEntryPoint;

    RoleInterceptor(ProblemEntryPoint problemEntryPoint) {
        this.problemEntryPoint = problemEntryPoint;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (allows(handler, request)) {
            return true;
        }
        problemEntryPoint.handle(request, response, new AccessDeniedException("The handler's role does not allow it"));
        return false;
    }

    private boolean allows(Object handler, HttpServletRequest request) {
        if (!(handler instanceof HandlerMethod method)) {
            return false;
        }
        Supplier<@Nullable Authentication> caller =
                () -> SecurityContextHolder.getContext().getAuthentication();
        if (tellsMethods(method)) {
            return mayUseTheApi(caller.get());
        }
        if (forAnyCaller.computeIfAbsent(method.getMethod(), any -> isForAnyCaller(method))) {
            return mayUseTheApi(caller.get()) && mayName(NamedLearner.inPath(request), caller.get());
        }
        var role = roles.authorize(caller, new SimpleMethodInvocation(method.getBean(), method.getMethod()));
        return role != null && role.isGranted();
    }

    /** Spring's own handler of {@code OPTIONS} for routes without one. */
    private static boolean tellsMethods(HandlerMethod method) {
        return method.getBeanType().getEnclosingClass() == RequestMappingInfoHandlerMapping.class;
    }

    /** A learner's route with a learner in its path is for services only; admins have their own look-up. */
    private static boolean mayName(@Nullable String learner, @Nullable Authentication caller) {
        return learner == null || Roles.hasAny(caller, SERVICE);
    }

    private static boolean mayUseTheApi(@Nullable Authentication caller) {
        return caller != null
                && caller.isAuthenticated()
                && !(caller instanceof AnonymousAuthenticationToken)
                && (!Roles.hasAny(caller, ACTUATOR_ONLY) || Roles.hasAny(caller, API_TOO));
    }

    /** The handler's annotation takes precedence over its class's. */
    private static boolean isForAnyCaller(HandlerMethod method) {
        var role = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), PreAuthorize.class);
        if (role == null) {
            role = AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), PreAuthorize.class);
        }
        return role != null && role.value().equals(ANYBODY_WITH_A_TOKEN);
    }
}
