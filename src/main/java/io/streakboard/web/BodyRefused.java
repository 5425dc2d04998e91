package io.streakboard.web;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** A request body is refused while it is being read. */
public class BodyRefused extends IOException {

    private final ProblemDetail problem;

    private BodyRefused(ProblemDetail problem) {
        super(problem.getDetail());
        this.problem = problem;
    }

    public static BodyRefused tooLarge(long limit) {
        return new BodyRefused(Problem.detail(
                HttpStatus.CONTENT_TOO_LARGE, "body-too-large", "The body may have at most " + limit + " bytes."));
    }

    public static BodyRefused ofCaller() {
        return new BodyRefused(Problem.detail(
                HttpStatus.TOO_MANY_REQUESTS,
                "rate-limited",
                "Too many bodies of this caller are under way. Send fewer at a time."));
    }

    public static BodyRefused ofInstance() {
        return new BodyRefused(Problem.detail(
                HttpStatus.SERVICE_UNAVAILABLE,
                "overloaded",
                "Too many bodies are under way. Try again in a few seconds."));
    }

    static @Nullable BodyRefused in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BodyRefused refused) {
                return refused;
            }
        }
        return null;
    }

    public ProblemDetail problem() {
        return problem;
    }
}
