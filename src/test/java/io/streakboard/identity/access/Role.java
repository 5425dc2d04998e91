package io.streakboard.identity.access;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.identity.ForLearners;
import io.streakboard.identity.ForServices;
import io.streakboard.support.Route;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

/** Whom a route is for. */
enum Role {
    ADMINS,
    MONITORS,
    SUPPORT,
    SERVICES,
    LEARNERS,
    LEARNERS_SERVICES_AND_ADMINS,
    ANY_CALLER,
    EVERYBODY,
    UNDECLARED;

    private static final String OF_A_LEARNER = "/api/learners/{learner}/";
    private static final Set<String> OPEN_ENDPOINTS = Set.of("health", "admin");

    static Role of(Route route) {
        return route.handler() == null ? ofEndpoint(route.path()) : declared(route.path(), route.handler());
    }

    private static Role ofEndpoint(String path) {
        var endpoint = path.split("/")[2];
        return switch (endpoint) {
            case "prometheus" -> MONITORS;
            case "learners" -> SUPPORT;
            default -> OPEN_ENDPOINTS.contains(endpoint) ? EVERYBODY : ADMINS;
        };
    }

    private static Role declared(String path, HandlerMethod handler) {
        if (List.of(SecurityConfiguration.OPEN).contains(path)) {
            return EVERYBODY;
        }
        var roles = Stream.of(
                        declared(handler, ForAdmins.class, ADMINS),
                        declared(handler, ForServices.class, SERVICES),
                        declared(handler, ForLearners.class, path.startsWith(OF_A_LEARNER) ? SERVICES : LEARNERS),
                        declared(handler, ForAnyCaller.class, ofAnyCaller(handler)))
                .flatMap(role -> role)
                .toList();
        return roles.size() == 1 ? roles.getFirst() : UNDECLARED;
    }

    private static Role ofAnyCaller(HandlerMethod handler) {
        return Stream.of(handler.getMethodParameters())
                        .anyMatch(parameter -> parameter.getParameterType() == CurrentCaller.class)
                ? LEARNERS_SERVICES_AND_ADMINS
                : ANY_CALLER;
    }

    private static Stream<Role> declared(HandlerMethod handler, Class<? extends Annotation> annotation, Role role) {
        return handler.hasMethodAnnotation(annotation)
                        || AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), annotation)
                ? Stream.of(role)
                : Stream.of();
    }
}
