package io.streakboard.web;

import io.streakboard.web.Problem.FieldError;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/** Turns every failure of a request into one shape of {@code application/problem+json}. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    @ExceptionHandler
    ProblemDetail storeFailed(DataAccessException failure) throws Exception {
        boolean ownFault = failure instanceof DataIntegrityViolationException
                || failure instanceof InvalidDataAccessResourceUsageException
                || failure instanceof InvalidDataAccessApiUsageException;
        return ownFault ? unexpected(failure) : unavailable(failure);
    }

    @ExceptionHandler
    ProblemDetail noTransaction(CannotCreateTransactionException failure) {
        return unavailable(failure);
    }

    @ExceptionHandler
    ProblemDetail unexpected(Exception failure) throws Exception {
        if (failure instanceof AccessDeniedException || failure instanceof AuthenticationException) {
            throw failure; // answered by the security filters
        }
        if (failure instanceof CsvDownload.BrokenOff) {
            throw failure; // the server closes the connection
        }
        log.error("Unexpected failure of a request", failure);
        return Problem.detail(
                HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", "The request failed. The failure has been logged.");
    }

    private static ProblemDetail unavailable(Exception failure) {
        log.warn("A request failed because a store did not answer: {}", failure.toString());
        return Problem.detail(
                HttpStatus.SERVICE_UNAVAILABLE, "store-unavailable", "A store is not available. Try again later.");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(
                invalid,
                invalid.getBindingResult().getFieldErrors().stream()
                        .map(error -> new FieldError(error.getField(), message(error.getDefaultMessage())))
                        .toList(),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(
                invalid,
                invalid.getParameterValidationResults().stream()
                        .flatMap(result -> result.getResolvableErrors().stream()
                                .map(error -> new FieldError(
                                        String.valueOf(
                                                result.getMethodParameter().getParameterName()),
                                        message(error.getDefaultMessage()))))
                        .toList(),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException missing,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return answer(missing, List.of(new FieldError(missing.getParameterName(), "is required")), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException mismatch, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        var field = mismatch instanceof MethodArgumentTypeMismatchException named
                ? named.getName()
                : "" + mismatch.getPropertyName();
        var type = mismatch.getRequiredType();
        var expected = type == null ? "" : ", expected " + type.getSimpleName().toLowerCase(Locale.ROOT);
        return answer(
                mismatch,
                List.of(new FieldError(field, "'" + abbreviate(mismatch.getValue()) + "' is malformed" + expected)),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException unreadable,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        var tooLarge = BodyTooLarge.in(unreadable);
        if (tooLarge != null) {
            return handleExceptionInternal(
                    unreadable, tooLarge.problem(), headers, HttpStatus.CONTENT_TOO_LARGE, request);
        }
        var error = unreadable.getCause() instanceof JacksonException json
                        && !json.getPath().isEmpty()
                ? new FieldError(path(json), "is malformed")
                : new FieldError("body", "is missing or not valid JSON");
        return answer(unreadable, List.of(error), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        var response = super.handleExceptionInternal(failure, body, headers, status, request);
        if (response != null && response.getBody() instanceof ProblemDetail problem && problem.getType() == null) {
            problem.setType(URI.create("urn:streakboard:problem:" + name(HttpStatus.valueOf(status.value()))));
        }
        return response;
    }

    private @Nullable ResponseEntity<Object> answer(
            Exception failure, List<FieldError> errors, HttpHeaders headers, WebRequest request) {
        return handleExceptionInternal(failure, Problem.invalid(errors), headers, HttpStatus.BAD_REQUEST, request);
    }

    private static String name(HttpStatus status) {
        return status.getReasonPhrase().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
    }

    private static String path(JacksonException json) {
        return json.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }

    private static String message(@Nullable String message) {
        return message == null ? "is invalid" : message;
    }

    private static String abbreviate(@Nullable Object value) {
        var text = String.valueOf(value);
        return text.length() <= 50 ? text : text.substring(0, 50) + "…";
    }
}
