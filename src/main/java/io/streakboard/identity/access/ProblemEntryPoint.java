package io.streakboard.identity.access;

import io.streakboard.identity.tokens.IssuerUnavailable;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.server.resource.BearerTokenError;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

/** Answers callers who are refused. */
@Component
class ProblemEntryPoint implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E&&[^\"\\\\]]+");

    private final ProblemWriter problems;

    ProblemEntryPoint(ProblemWriter problems) {
        this.problems = problems;
    }

    /**
     * The caller has no token, an invalid one, or one that cannot be checked now. The challenge says which, see <a
     * href="https://www.rfc-editor.org/rfc/rfc6750#section-3">RFC 6750</a>.
     */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        switch (failure) {
            case IssuerUnavailable undecided -> unavailable(request, response, undecided);
            case OAuth2AuthenticationException bad -> refused(request, response, bad);
            default -> {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
                problems.write(request, response, unauthorized("Send a bearer token.", "token-missing"));
            }
        }
    }

    private void unavailable(HttpServletRequest request, HttpServletResponse response, IssuerUnavailable undecided)
            throws IOException {
        response.setHeader(
                HttpHeaders.RETRY_AFTER, Long.toString(undecided.retryAfter().toSeconds()));
        problems.write(
                request,
                response,
                Problem.detail(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "issuer-unavailable",
                        "The token cannot be checked, as its issuer does not answer. Try again later."));
    }

    private void refused(HttpServletRequest request, HttpServletResponse response, OAuth2AuthenticationException bad)
            throws IOException {
        var error = bad.getError();
        var description = description(error);
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge(error.getErrorCode(), description));
        boolean malformed =
                error instanceof BearerTokenError bearer && bearer.getHttpStatus() == HttpStatus.BAD_REQUEST;
        problems.write(
                request,
                response,
                malformed
                        ? Problem.detail(HttpStatus.BAD_REQUEST, "invalid-request", description)
                        : unauthorized(description, code(bad)));
    }

    /**
     * The code of the failed check, see {@code TokenChecks}; other failures are a malformed token or a wrong signature.
     */
    private static String code(OAuth2AuthenticationException bad) {
        return bad.getCause() instanceof JwtValidationException invalid
                ? invalid.getErrors().iterator().next().getErrorCode()
                : "token-invalid";
    }

    /** The description, if a header can carry it: some descriptions quote the token. */
    private static String description(OAuth2Error error) {
        var text = error.getDescription();
        return text != null && PRINTABLE.matcher(text).matches() ? text : "The token is not valid";
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure)
            throws IOException {
        var detail = "The token lacks the scope that this route needs.";
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge("insufficient_scope", detail));
        problems.write(request, response, coded(HttpStatus.FORBIDDEN, "forbidden", detail, "scope"));
    }

    private static ProblemDetail unauthorized(String detail, String code) {
        return coded(HttpStatus.UNAUTHORIZED, "unauthorized", "A valid bearer token is required: " + detail, code);
    }

    private static ProblemDetail coded(HttpStatus status, String name, String detail, String code) {
        return Problem.coded(Problem.detail(status, name, detail), code, Map.of());
    }

    private static String challenge(String error, String description) {
        return "Bearer error=\"%s\", error_description=\"%s\"".formatted(error, description);
    }
}
