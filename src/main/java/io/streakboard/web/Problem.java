package io.streakboard.web;

import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A failure with a name, answered as {@code application/problem+json} (RFC 9457) with {@code type} =
 * {@code urn:streakboard:problem:<name>}. Modules name their own through a static factory.
 */
public class Problem extends ErrorResponseException {

    /** One invalid field of a request. */
    public record FieldError(String field, String message) {}

    protected Problem(HttpStatus status, String name, String detail) {
        super(status, detail(status, name, detail), null);
    }

    private Problem(ProblemDetail detail) {
        super(HttpStatus.valueOf(detail.getStatus()), detail, null);
    }

    /** The request is invalid in one field. */
    public static Problem invalid(String field, String message) {
        return new Problem(invalid(List.of(new FieldError(field, message))));
    }

    /** The thing asked for does not exist. */
    public static Problem notFound(String detail) {
        return new Problem(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static ProblemDetail invalid(List<FieldError> errors) {
        var first = errors.getFirst();
        var problem = detail(HttpStatus.BAD_REQUEST, "invalid-request", first.field() + ": " + first.message());
        problem.setProperty("errors", errors);
        return problem;
    }

    /** The body of a problem, for places that answer without throwing. */
    public static ProblemDetail detail(HttpStatus status, String name, String detail) {
        var problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("urn:streakboard:problem:" + name));
        problem.setTitle(status.getReasonPhrase());
        return problem;
    }
}
