package io.streakboard.identity.audit;

import io.streakboard.identity.ForAdmins;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ServletInvocableHandlerMethod;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records calls of handlers {@link ForAdmins} that change something or reveal data of others: after the arguments were
 * parsed and validated, and before the handler runs.
 */
@Component
class RecordedHandlers implements WebMvcRegistrations {

    private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

    private final AuditTrail trail;
    private final JsonMapper json;

    /** A cache, because each request asks. */
    private final Map<Method, Boolean> recorded = new ConcurrentHashMap<>();

    RecordedHandlers(AuditTrail trail, JsonMapper json) {
        this.trail = trail;
        this.json = json;
    }

    @Override
    public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
        return new RequestMappingHandlerAdapter() {

            @Override
            protected ServletInvocableHandlerMethod createInvocableHandlerMethod(HandlerMethod handler) {
                return recorded.computeIfAbsent(handler.getMethod(), method -> isRecorded(handler))
                        ? new Recorded(handler)
                        : super.createInvocableHandlerMethod(handler);
            }
        };
    }

    private static boolean isRecorded(HandlerMethod handler) {
        var role = handler.getMethodAnnotation(ForAdmins.class);
        if (role == null) {
            role = AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), ForAdmins.class);
        }
        return role != null && (role.reveals() || !isReading(handler));
    }

    private static boolean isReading(HandlerMethod handler) {
        var route = Objects.requireNonNull(handler.getMethodAnnotation(RequestMapping.class));
        return route.method().length == 1 && route.method()[0] == RequestMethod.GET;
    }

    private class Recorded extends ServletInvocableHandlerMethod {

        Recorded(HandlerMethod handler) {
            super(handler);
        }

        @Override
        protected @Nullable Object doInvoke(@Nullable Object... values) throws Exception {
            var arguments = new LinkedHashMap<String, Object>();
            for (var parameter : getMethodParameters()) {
                var value = values[parameter.getParameterIndex()];
                if (value != null) {
                    add(parameter, value, arguments);
                }
            }
            trail.begin(arguments);
            return super.doInvoke(values);
        }

        private void add(MethodParameter parameter, Object value, Map<String, Object> arguments) {
            if (parameter.hasParameterAnnotation(RequestBody.class)) {
                arguments.putAll(json.convertValue(value, MEMBERS));
            } else if (parameter.hasParameterAnnotation(PathVariable.class)
                    || parameter.hasParameterAnnotation(RequestParam.class)) {
                arguments.put(parameter.getParameter().getName(), value);
            }
        }
    }
}
