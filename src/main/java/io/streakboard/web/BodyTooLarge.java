package io.streakboard.web;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** A request body exceeds what its route takes. */
public class BodyTooLarge extends IOException {

    private final long limit;

    public BodyTooLarge(long limit) {
        super("The body exceeds " + limit + " bytes");
        this.limit = limit;
    }

    static @Nullable BodyTooLarge in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BodyTooLarge tooLarge) {
                return tooLarge;
            }
        }
        return null;
    }

    public ProblemDetail problem() {
        return Problem.detail(
                HttpStatus.CONTENT_TOO_LARGE, "body-too-large", "The body may have at most " + limit + " bytes.");
    }
}
