package io.streakboard.identity;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * One route of the application as it is mapped, on one of its two ports.
 *
 * @param path with a value for each variable
 * @param consumes the type of a body
 */
record Route(boolean actuator, String method, String path, String consumes, Role role) {

    /** Whom a route is for. */
    enum Role {
        ADMINS,
        SERVICES,
        LEARNERS,
        ANY_CALLER,
        EVERYBODY,
        UNDECLARED
    }

    private static final List<String> OPEN_ENDPOINTS = List.of("health", "admin");

    static List<Route> all(RequestMappingHandlerMapping handlers, WebEndpointsSupplier endpoints) {
        var ofApi = handlers.getHandlerMethods().entrySet().stream()
                .flatMap(mapped -> ofApi(mapped.getKey(), mapped.getValue()));
        var ofActuator = endpoints.getEndpoints().stream()
                .flatMap(endpoint -> endpoint.getOperations().stream().map(operation -> of(endpoint, operation)));
        return Stream.concat(ofApi, ofActuator).toList();
    }

    private static Stream<Route> ofApi(RequestMappingInfo info, HandlerMethod handler) {
        var methods = info.getMethodsCondition().getMethods();
        var consumes = info.getConsumesCondition().getConsumableMediaTypes().stream()
                .map(Object::toString)
                .findFirst()
                .orElse("application/json");
        return info.getPatternValues().stream()
                .filter(path -> !path.equals("/dev/tokens")) // of development, with filters of its own
                .flatMap(path -> (methods.isEmpty() ? Stream.of(RequestMethod.GET) : methods.stream())
                        .map(method -> new Route(false, method.name(), filled(path), consumes, role(path, handler))));
    }

    private static Route of(ExposableWebEndpoint endpoint, WebOperation operation) {
        var predicate = operation.getRequestPredicate();
        return new Route(
                true,
                predicate.getHttpMethod().name(),
                filled("/" + predicate.getPath()),
                "application/json",
                OPEN_ENDPOINTS.contains(endpoint.getEndpointId().toString()) ? Role.EVERYBODY : Role.ADMINS);
    }

    private static Role role(String path, HandlerMethod handler) {
        if (List.of(SecurityConfiguration.OPEN).contains(path)) {
            return Role.EVERYBODY;
        }
        var roles = Stream.of(
                        declared(handler, ForAdmins.class, Role.ADMINS),
                        declared(handler, ForServices.class, Role.SERVICES),
                        declared(handler, ForLearners.class, Role.LEARNERS),
                        declared(handler, ForAnyCaller.class, Role.ANY_CALLER))
                .flatMap(role -> role)
                .toList();
        return roles.size() == 1 ? roles.getFirst() : Role.UNDECLARED;
    }

    private static Stream<Role> declared(
            HandlerMethod handler, Class<? extends java.lang.annotation.Annotation> annotation, Role role) {
        return handler.hasMethodAnnotation(annotation)
                        || AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), annotation)
                ? Stream.of(role)
                : Stream.of();
    }

    /** No test asks for a learner, season or import of this id. */
    private static String filled(String path) {
        return path.replace("{year}", "2026").replaceAll("\\{\\*?[^}]+}", Long.toString(999_999_999L));
    }
}
