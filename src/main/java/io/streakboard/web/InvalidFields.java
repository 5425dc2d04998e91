package io.streakboard.web;

import io.streakboard.web.input.Expected;
import io.streakboard.web.input.ListTooLong;
import jakarta.validation.ConstraintViolation;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.invoke.MissingParametersException;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.core.MethodParameter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Tells a client in words which fields of a request are wrong, and why. */
final class InvalidFields {

    private static final int LONGEST_VALUE = 50;

    private static final String LEARNER = "learner";

    /** Validation finds errors in no order. Shorter names come first, which puts {@code [9]} before {@code [10]}. */
    private static final Comparator<Violation> ORDER = Comparator.comparingInt(
                    (Violation error) -> String.valueOf(error.field()).length())
            .thenComparing(Violation::text);

    private InvalidFields() {}

    static List<Violation> of(MethodArgumentNotValidException invalid) {
        return invalid.getBindingResult().getFieldErrors().stream()
                .map(error -> error(error.getField(), error.getDefaultMessage(), violation(error)))
                .sorted(ORDER)
                .toList();
    }

    static List<Violation> of(HandlerMethodValidationException invalid) {
        return invalid.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(error -> error(
                                error instanceof FieldError field
                                        ? field.getField()
                                        : name(result.getMethodParameter()),
                                error.getDefaultMessage(),
                                result.unwrap(error, ConstraintViolation.class))))
                .toList();
    }

    /** The name as the client has to write it. */
    private static String name(MethodParameter parameter) {
        var named = parameter.getParameterAnnotation(RequestParam.class);
        return named == null || named.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : named.name();
    }

    /** Parameters that the actuator refuses before it calls an endpoint. */
    static List<Violation> of(InvalidEndpointRequestException invalid) {
        return switch (invalid) {
            case MissingParametersException missing ->
                missing.getMissingParameters().stream()
                        .map(parameter -> missing(parameter.getName()))
                        .sorted(ORDER)
                        .toList();
            case ParameterMappingException mismatch ->
                List.of(malformedValue(
                        mismatch.getParameter().getName(),
                        String.valueOf(mismatch.getValue()),
                        mismatch.getParameter().getType()));
            default -> List.of();
        };
    }

    static Violation of(TypeMismatchException mismatch) {
        var field = mismatch instanceof MethodArgumentTypeMismatchException named
                ? named.getName()
                : "" + mismatch.getPropertyName();
        if (mismatch.getValue() instanceof Object[] && mismatch.getRequiredType() != List.class) {
            return new Violation(field, "must come once", "once", Map.of());
        }
        return malformedValue(field, value(mismatch), mismatch.getRequiredType());
    }

    /** A list in several parameters is an array. */
    private static String value(TypeMismatchException mismatch) {
        return mismatch.getValue() instanceof Object[] values
                ? String.join(",", Arrays.stream(values).map(String::valueOf).toList())
                : String.valueOf(mismatch.getValue());
    }

    static Violation of(HttpMessageNotReadableException unreadable) {
        if (!(unreadable.getCause() instanceof JacksonException json)
                || json.getPath().isEmpty()) {
            return new Violation("body", "is missing or not valid JSON", "malformed", Map.of("expected", "json"));
        }
        var field = Text.shown(path(json));
        if (json instanceof ListTooLong list) {
            return new Violation(
                    field, "must have at most " + list.most() + " items", "size", Map.of("min", 0, "max", list.most()));
        }
        var type = json instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        return malformed(field, type, "is malformed");
    }

    static Violation missing(String field) {
        return new Violation(field, "is required", "required", Map.of());
    }

    private static Violation malformedValue(String field, String value, @Nullable Class<?> type) {
        return malformed(field, type, "'" + Text.shown(value, LONGEST_VALUE) + "' is malformed");
    }

    private static Violation malformed(String field, @Nullable Class<?> type, String message) {
        var expected = expected(field, type);
        return new Violation(
                field,
                message + expected.map(each -> ", expected " + each.words()).orElse(""),
                "malformed",
                expected.map(each -> Map.of("expected", each.code())).orElse(Map.of()));
    }

    private static Optional<Expected> expected(String field, @Nullable Class<?> type) {
        if (type == LearnerId.Key.class) {
            return Optional.of(LearnerId.EXPECTED_KEY);
        }
        return isLearner(field, type) ? Optional.of(LearnerId.EXPECTED) : Expected.of(type);
    }

    /** The actuator's parameters of this name are numbers, but texts for clients. */
    private static boolean isLearner(String field, @Nullable Class<?> type) {
        return type == LearnerId.class || type == Long.class && field.equals(LEARNER);
    }

    private static ConstraintViolation<?> violation(ObjectError error) {
        return error.unwrap(ConstraintViolation.class);
    }

    /** The code is the name of the constraint, the parameters are its numbers. */
    private static Violation error(String field, @Nullable String message, ConstraintViolation<?> violation) {
        var constraint = violation.getConstraintDescriptor();
        var parameters = new TreeMap<String, Object>();
        constraint.getAttributes().forEach((name, value) -> {
            if (value instanceof Number) {
                parameters.put(name, value);
            } else if (name.equals("value") && value instanceof String decimal) {
                parameters.put(name, new BigDecimal(decimal));
            }
        });
        var code = constraint.getAnnotation().annotationType().getSimpleName();
        return new Violation(
                field,
                message == null ? "is invalid" : message,
                code.equals("NotNull")
                        ? "required"
                        : code.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT),
                parameters);
    }

    private static String path(JacksonException json) {
        return json.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }
}
