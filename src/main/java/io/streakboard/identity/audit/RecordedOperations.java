package io.streakboard.identity.audit;

import io.streakboard.web.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Records operations of the actuator that change something or tell about persons. */
@Component
@Order(0) // inside of the checks of parameters
class RecordedOperations implements OperationInvokerAdvisor {

    private static final Set<EndpointId> REVEALING =
            Set.of(EndpointId.of("learners"), EndpointId.of("top"), EndpointId.of("late"), EndpointId.of("xapi"));
    private static final String REASON = "reason";
    private static final int LONGEST = 500;

    private final AuditTrail trail;

    RecordedOperations(AuditTrail trail) {
        this.trail = trail;
    }

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker operation) {
        return type == OperationType.READ && !REVEALING.contains(endpoint)
                ? operation
                : context -> {
                    trail.begin(arguments(parameters, context));
                    return operation.invoke(context);
                };
    }

    /** Only the operation's parameters and the reason: other members of the body must not push these out. */
    private static Map<String, Object> arguments(OperationParameters parameters, InvocationContext context) {
        var arguments = new LinkedHashMap<String, Object>();
        Stream.concat(parameters.stream().map(OperationParameter::getName), Stream.of(REASON))
                .forEach(name -> {
                    var value = context.getArguments().get(name);
                    if (value != null) {
                        arguments.put(name, Text.cut(value.toString(), LONGEST));
                    }
                });
        return arguments;
    }
}
