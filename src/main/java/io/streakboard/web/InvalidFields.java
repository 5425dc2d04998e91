package io.streakboard.web;

import io.streakboard.web.Problem.FieldError;
import io.streakboard.web.input.Expected;
import io.streakboard.web.input.ListTooLong;
import jakarta.validation.ConstraintViolation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Tells in words for a client what is wrong with which field of a request. */
final class InvalidFields {

    private static final int LONGEST_VALUE = 50;

    /** Validation finds errors in no order. Shorter names come first, which puts {@code [9]} before {@code [10]}. */
    private static final Comparator<FieldError> ORDER = Comparator.comparingInt(
                    (FieldError error) -> error.field().length())
            .thenComparing(FieldError::field)
            .thenComparing(FieldError::message);

    private InvalidFields() {}

    static List<FieldError> of(MethodArgumentNotValidException invalid) {
        return invalid.getBindingResult().getFieldErrors().stream()
                .map(error -> error(error.getField(), error.getDefaultMessage(), violation(error)))
                .sorted(ORDER)
                .toList();
    }

    static List<FieldError> of(HandlerMethodValidationException invalid) {
        return invalid.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(error -> error(
                                String.valueOf(result.getMethodParameter().getParameterName()),
                                error.getDefaultMessage(),
                                result.unwrap(error, ConstraintViolation.class))))
                .toList();
    }

    static FieldError of(TypeMismatchException mismatch) {
        var field = mismatch instanceof MethodArgumentTypeMismatchException named
                ? named.getName()
                : "" + mismatch.getPropertyName();
        var expected = Expected.of(mismatch.getRequiredType()).map(words -> ", expected " + words);
        return malformed(
                field, "'" + value(mismatch) + "' is malformed" + expected.orElse(""), mismatch.getRequiredType());
    }

    /** A parameter that comes more than once is an array. */
    private static String value(TypeMismatchException mismatch) {
        var text = mismatch.getValue() instanceof Object[] values
                ? String.join(",", Arrays.stream(values).map(String::valueOf).toList())
                : String.valueOf(mismatch.getValue());
        return Text.shown(text, LONGEST_VALUE);
    }

    static FieldError of(HttpMessageNotReadableException unreadable) {
        if (!(unreadable.getCause() instanceof JacksonException json)
                || json.getPath().isEmpty()) {
            return new FieldError("body", "is missing or not valid JSON", "malformed", Map.of("expected", "json"));
        }
        var field = Text.shown(path(json));
        if (json instanceof ListTooLong list) {
            return new FieldError(
                    field, "must have at most " + list.most() + " items", "size", Map.of("min", 0, "max", list.most()));
        }
        var type = json instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        return malformed(
                field,
                "is malformed"
                        + Expected.of(type).map(words -> ", expected " + words).orElse(""),
                type);
    }

    static FieldError missing(String field) {
        return new FieldError(field, "is required", "required", Map.of());
    }

    private static FieldError malformed(String field, String message, @Nullable Class<?> type) {
        return new FieldError(
                field,
                message,
                "malformed",
                Expected.code(type).map(code -> Map.of("expected", code)).orElse(Map.of()));
    }

    private static ConstraintViolation<?> violation(ObjectError error) {
        return error.unwrap(ConstraintViolation.class);
    }

    /** The code is the name of the constraint, the parameters are its numbers. */
    private static FieldError error(String field, @Nullable String message, ConstraintViolation<?> violation) {
        var constraint = violation.getConstraintDescriptor();
        var parameters = new TreeMap<String, Object>();
        constraint.getAttributes().forEach((name, value) -> {
            if (value instanceof Number) {
                parameters.put(name, value);
            }
        });
        var code = constraint.getAnnotation().annotationType().getSimpleName();
        return new FieldError(
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
