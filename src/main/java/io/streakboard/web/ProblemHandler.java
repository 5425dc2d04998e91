package io.streakboard.web;

import java.util.List;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every failure of a request into one shape of {@code application/problem+json}. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemHandler extends ResponseEntityExceptionHandler {

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(ProblemHandler.class));

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unexpected(Exception failure) throws Exception {
        if (failure instanceof AccessDeniedException || failure instanceof AuthenticationException) {
            throw failure; // answered by the security filters
        }
        if (failure instanceof Download.BrokenOff || failure instanceof ClientAbortException) {
            throw failure; // the server closes the connection
        }
        if (Outage.is(failure)) {
            log.warn("A request was answered 503", failure);
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                    .header(HttpHeaders.RETRY_AFTER, Problem.RETRY_AFTER_SECONDS)
                    .body(Problem.detail(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "store-unavailable",
                            "A store is not available. Try again later."));
        }
        log.error("Unexpected failure of a request", failure);
        return ResponseEntity.internalServerError()
                .body(Problem.detail(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        "internal-error",
                        "The request failed. The failure has been logged."));
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(invalid, InvalidFields.of(invalid), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(invalid, InvalidFields.of(invalid), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException missing,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return answer(missing, List.of(InvalidFields.missing(missing.getParameterName())), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException mismatch, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(mismatch, List.of(InvalidFields.of(mismatch)), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException unreadable,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        var refused = BodyRefused.in(unreadable);
        if (refused != null) {
            var refusal = HttpStatus.valueOf(refused.problem().getStatus());
            return handleExceptionInternal(unreadable, refused.problem(), headers, refusal, request);
        }
        return answer(unreadable, List.of(InvalidFields.of(unreadable)), headers, request);
    }

    /** The actuator's own refusals name no field. */
    @Override
    protected @Nullable ResponseEntity<Object> handleErrorResponseException(
            ErrorResponseException refused, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        var errors = refused.getCause() instanceof InvalidEndpointRequestException invalid
                ? InvalidFields.of(invalid)
                : List.<Violation>of();
        return errors.isEmpty()
                ? super.handleErrorResponseException(refused, headers, status, request)
                : answer(refused, errors, headers, request);
    }

    /** Spring would list the types of the route, some with names of classes. */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotAcceptable(
            HttpMediaTypeNotAcceptableException unknown,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        var problem = Problem.detail(
                HttpStatus.NOT_ACCEPTABLE, "not-acceptable", "The route has no representation of any type in Accept.");
        return handleExceptionInternal(unknown, problem, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
            HttpMediaTypeNotSupportedException unknown,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return request instanceof ServletWebRequest servlet && FileUpload.is(servlet.getRequest())
                ? handleExceptionInternal(unknown, FileUpload.unsupported(), headers, status, request)
                : super.handleHttpMediaTypeNotSupported(unknown, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (request instanceof ServletWebRequest servlet
                && servlet.getResponse() != null
                && servlet.getResponse().isCommitted()) {
            return null; // the body broke off and the server has answered; otherwise Spring would log a warning
        }
        var response = super.handleExceptionInternal(failure, body, headers, status, request);
        if (response != null && response.getBody() instanceof ProblemDetail problem && problem.getType() == null) {
            var named = Problem.detail(HttpStatus.valueOf(status.value()), "" + problem.getDetail());
            problem.setType(named.getType());
            problem.setTitle(named.getTitle());
            problem.setDetail(named.getDetail());
        }
        return response;
    }

    private @Nullable ResponseEntity<Object> answer(
            Exception failure, List<Violation> errors, HttpHeaders headers, WebRequest request) {
        return handleExceptionInternal(failure, Problem.invalid(errors), headers, HttpStatus.BAD_REQUEST, request);
    }
}
