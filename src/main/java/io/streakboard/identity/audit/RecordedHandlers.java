package io.streakboard.identity.audit;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.ForAnyCaller;
import io.streakboard.identity.ForServices;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.identity.tokens.Roles;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ServletInvocableHandlerMethod;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records admins' calls of handlers, under any role: calls that change something, reveal data of learners or name a
 * learner. Runs after the arguments were parsed and validated, and before the handler.
 */
@Component
class RecordedHandlers implements WebMvcRegistrations {

    private static final Set<String> ADMIN = Set.of(Roles.ADMIN);
    private static final String LEARNER = "learner";
    private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

    private final AuditTrail trail;
    private final JsonMapper json;
    private final LearnerKeys keys;

    /** Whether all calls of a handler are recorded. */
    private final Map<Method, Boolean> always = new ConcurrentHashMap<>();

    RecordedHandlers(AuditTrail trail, JsonMapper json, LearnerKeys keys) {
        this.trail = trail;
        this.json = json;
        this.keys = keys;
    }

    @Override
    public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
        return new RequestMappingHandlerAdapter() {

            @Override
            protected ServletInvocableHandlerMethod createInvocableHandlerMethod(HandlerMethod handler) {
                return Roles.hasAny(SecurityContextHolder.getContext().getAuthentication(), ADMIN)
                        ? new Recorded(handler)
                        : super.createInvocableHandlerMethod(handler);
            }
        };
    }

    private static boolean isAlways(HandlerMethod handler) {
        var declared = AnnotatedElementUtils.hasAnnotation(handler.getMethod(), PreAuthorize.class)
                ? handler.getMethod()
                : handler.getBeanType();
        var forAdmins = AnnotatedElementUtils.findMergedAnnotation(declared, ForAdmins.class);
        var forAny = AnnotatedElementUtils.findMergedAnnotation(declared, ForAnyCaller.class);
        return AnnotatedElementUtils.hasAnnotation(declared, ForServices.class)
                || forAdmins != null && (forAdmins.reveals() || forAdmins.changes() && !isReading(handler))
                || forAny != null && (forAny.reveals() || !isReading(handler));
    }

    private static boolean isReading(HandlerMethod handler) {
        var route = Objects.requireNonNull(handler.getMethodAnnotation(RequestMapping.class));
        return route.method().length == 1 && route.method()[0] == RequestMethod.GET;
    }

    private class Recorded extends ServletInvocableHandlerMethod {

        private final HandlerMethod handler;

        Recorded(HandlerMethod handler) {
            super(handler);
            this.handler = handler;
        }

        @Override
        protected @Nullable Object doInvoke(@Nullable Object... values) throws Exception {
            var named = named(values);
            if (named != null || always.computeIfAbsent(handler.getMethod(), method -> isAlways(handler))) {
                trail.begin(arguments(named, values));
            }
            return super.doInvoke(values);
        }

        private Map<String, Object> arguments(@Nullable Long named, @Nullable Object... values) {
            var arguments = new LinkedHashMap<String, Object>();
            if (named != null) {
                arguments.put(LEARNER, keys.areTexts() ? keys.key(named) : named);
            }
            for (var parameter : getMethodParameters()) {
                var value = values[parameter.getParameterIndex()];
                if (value != null) {
                    add(parameter, value, arguments);
                }
            }
            return arguments;
        }

        /** The learner that the path or the query names; null if none. */
        private @Nullable Long named(@Nullable Object... values) {
            for (var value : values) {
                if (value instanceof CurrentCaller caller && !caller.platform()) {
                    return caller.learner(); // an admin who names no learner asks for all
                }
                if (value instanceof CurrentLearner learner && isInPath()) {
                    return learner.id();
                }
            }
            return null;
        }

        private static boolean isInPath() {
            return RequestContextHolder.currentRequestAttributes()
                                    .getAttribute(
                                            HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
                                            RequestAttributes.SCOPE_REQUEST)
                            instanceof Map<?, ?> variables
                    && variables.containsKey(LEARNER);
        }

        private void add(MethodParameter parameter, Object value, Map<String, Object> arguments) {
            if (parameter.hasParameterAnnotation(PathVariable.class)
                    || parameter.hasParameterAnnotation(RequestParam.class)) {
                arguments.put(parameter.getParameter().getName(), value);
            } else if (parameter.hasParameterAnnotation(RequestBody.class) || isQuery(value)) {
                arguments.putAll(json.convertValue(value, MEMBERS));
            }
        }

        /** Several parameters of the query as one object. */
        private static boolean isQuery(Object value) {
            return value instanceof Record && !(value instanceof CurrentCaller) && !(value instanceof CurrentLearner);
        }
    }
}
