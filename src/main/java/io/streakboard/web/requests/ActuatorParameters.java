package io.streakboard.web.requests;

import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.webmvc.actuate.endpoint.web.AbstractWebMvcEndpointHandlerMapping;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Refuses a parameter of the actuator that comes in several places with different values. Boot merges path, body and
 * query, and the last one wins: the target of {@code POST /actuator/seasons/7?id=8} would be another season.
 */
@ControllerAdvice
class ActuatorParameters extends RequestBodyAdviceAdapter implements OperationInvokerAdvisor {

    @Override
    public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
        return parameter.getDeclaringClass().getEnclosingClass() == AbstractWebMvcEndpointHandlerMapping.class;
    }

    @Override
    public Object afterBodyRead(
            Object body,
            HttpInputMessage message,
            MethodParameter parameter,
            Type type,
            Class<? extends HttpMessageConverter<?>> converter) {
        if (body instanceof Map<?, ?> members) {
            var request = current();
            members.forEach((key, value) -> {
                var name = String.valueOf(key);
                check(name, inPath(request, name), value);
                check(name, request.getParameter(name), value);
            });
        }
        return body;
    }

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker operation) {
        return context -> {
            parameters.stream()
                    .filter(parameter -> !List.class.isAssignableFrom(parameter.getType()))
                    .map(OperationParameter::getName)
                    .forEach(name -> check(name, context));
            return operation.invoke(context);
        };
    }

    /** The arguments are merged already: one from the path must still be there. The rest of a path is an array. */
    private static void check(String name, InvocationContext context) {
        var merged = context.getArguments().get(name);
        if (merged instanceof List<?>) {
            throw several(name);
        }
        if (merged instanceof String
                && RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes) {
            check(name, inPath(current(), name), merged);
        }
    }

    private static void check(String name, @Nullable String given, @Nullable Object other) {
        if (given != null && !given.equals(other)) {
            throw several(name);
        }
    }

    private static Problem several(String name) {
        return Problem.invalid(name, "must come once, and not in path, body and query with different values", "once");
    }

    private static HttpServletRequest current() {
        return ((ServletRequestAttributes) Objects.requireNonNull(RequestContextHolder.currentRequestAttributes()))
                .getRequest();
    }

    private static @Nullable String inPath(HttpServletRequest request, String name) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                        && variables.get(name) instanceof String value
                ? value
                : null;
    }
}
