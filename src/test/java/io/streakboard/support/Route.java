package io.streakboard.support;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * One route of the application, on one of its two ports.
 *
 * @param path with variables in braces
 * @param consumes the type of a body
 * @param handler what answers; null on the actuator's port
 */
public record Route(
        boolean actuator,
        String method,
        String path,
        String consumes,
        @Nullable HandlerMethod handler) {

    private static final String JSON = "application/json";

    /** Without tokens for everybody: these are no part of what runs in production. */
    private static final String DEVELOPMENT = "/dev/";

    public Route(boolean actuator, String method, String path) {
        this(actuator, method, path, JSON, null);
    }

    /** All routes as they are mapped. */
    public static List<Route> all(RequestMappingHandlerMapping handlers, WebEndpointsSupplier endpoints) {
        var ofApi = handlers.getHandlerMethods().entrySet().stream()
                .flatMap(mapped -> ofApi(mapped.getKey(), mapped.getValue()));
        var ofActuator = endpoints.getEndpoints().stream()
                .flatMap(endpoint -> endpoint.getOperations().stream())
                .map(Route::ofActuator);
        return Stream.concat(ofApi, ofActuator).toList();
    }

    private static Stream<Route> ofApi(RequestMappingInfo info, HandlerMethod handler) {
        var methods = info.getMethodsCondition().getMethods();
        var consumes = info.getConsumesCondition().getConsumableMediaTypes().stream()
                .map(Object::toString)
                .findFirst()
                .orElse(JSON);
        return info.getPatternValues().stream()
                .filter(path -> !path.startsWith(DEVELOPMENT))
                .flatMap(path -> (methods.isEmpty() ? Stream.of(RequestMethod.GET) : methods.stream())
                        .map(method -> new Route(false, method.name(), path, consumes, handler)));
    }

    private static Route ofActuator(WebOperation operation) {
        var predicate = operation.getRequestPredicate();
        return new Route(true, predicate.getHttpMethod().name(), "/actuator/" + predicate.getPath());
    }
}
