package io.streakboard.web;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A failure with a name, answered as {@code application/problem+json} (RFC 9457) with {@code type} = {@code
 * urn:streakboard:problem:<name>}. A failure has a subclass only if code has to recognize it or several places throw
 * it.
 */
public class Problem extends ErrorResponseException {

    private static final String TYPE = "urn:streakboard:problem:";
    private static final int MOST_ERRORS = 20;

    /** The default time to try again after a 503. */
    static final String RETRY_AFTER_SECONDS = "2";

    protected Problem(HttpStatus status, String name, String detail) {
        super(status, detail(status, name, detail), null);
    }

    private Problem(ProblemDetail detail) {
        super(HttpStatus.valueOf(detail.getStatus()), detail, null);
    }

    /**
     * The request is invalid in one field.
     *
     * @param code the violation, for programs
     */
    public static Problem invalid(String field, String message, String code) {
        return invalid(field, message, code, Map.of());
    }

    /** @param parameters the values in the message */
    public static Problem invalid(String field, String message, String code, Map<String, ?> parameters) {
        return invalid(new Violation(field, message, code, parameters));
    }

    public static Problem invalid(Violation violation) {
        return new Problem(invalid(List.of(violation)));
    }

    /** @param allowed the values that the field may have, at least two */
    public static Problem noneOf(String field, List<String> allowed) {
        var but = allowed.subList(0, allowed.size() - 1).stream().map(each -> "'" + each + "'");
        var message = "must be " + but.collect(joining(", ")) + " or '" + allowed.getLast() + "'";
        return invalid(field, message, "one-of", Map.of("allowed", allowed));
    }

    /**
     * Adds the detail's facts for programs.
     *
     * @param code tells apart the rules behind the problem
     * @param parameters the values in the detail
     */
    public Problem coded(String code, Map<String, ?> parameters) {
        coded(getBody(), code, parameters);
        return this;
    }

    public static ProblemDetail coded(ProblemDetail problem, String code, Map<String, ?> parameters) {
        problem.setProperty("code", code);
        problem.setProperty("parameters", parameters);
        return problem;
    }

    /** A failure thrown in a single place. */
    public static Problem of(HttpStatus status, String name, String detail) {
        return new Problem(status, name, detail);
    }

    /** Tells when to try again. */
    public Problem retryAfter(int seconds) {
        getHeaders().set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
        return this;
    }

    /** The requested resource does not exist. */
    public static Problem notFound(String detail) {
        return new Problem(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    /**
     * Names at most twenty of the errors and the number of the others, because an answer must not outgrow its request.
     */
    static ProblemDetail invalid(List<Violation> errors) {
        var problem = detail(
                HttpStatus.BAD_REQUEST, "invalid-request", errors.getFirst().text());
        problem.setProperty("errors", errors.stream().limit(MOST_ERRORS).toList());
        if (errors.size() > MOST_ERRORS) {
            problem.setProperty("moreErrors", errors.size() - MOST_ERRORS);
        }
        return problem;
    }

    /** The body of a problem, for code that answers without throwing. */
    public static ProblemDetail detail(HttpStatus status, String name, String detail) {
        var problem = ProblemDetail.forStatusAndDetail(status, Text.shown(detail));
        problem.setType(URI.create(TYPE + name));
        problem.setTitle(title(name));
        return problem;
    }

    /** The title, made from the name: "Season not found". */
    private static String title(String name) {
        var words = name.replace('-', ' ').replace("make up", "make-up");
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** A problem named after its status, such as {@code method-not-allowed}. */
    public static ProblemDetail detail(HttpStatus status, String detail) {
        return detail(status, status.name().toLowerCase(Locale.ROOT).replace('_', '-'), detail);
    }
}
