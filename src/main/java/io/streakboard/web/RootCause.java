package io.streakboard.web;

import java.util.Objects;
import org.springframework.core.NestedExceptionUtils;

/** A failure in one line. */
public final class RootCause {

    private RootCause() {}

    /** The failure and its root cause: Spring's wrapper says only "Error in execution". */
    public static String of(Throwable failure) {
        var root = NestedExceptionUtils.getRootCause(failure);
        return root == null ? failure.toString() : failure + ", because of " + root;
    }

    /** Only what the root cause says, for admins. */
    public static String message(Throwable failure) {
        var root = NestedExceptionUtils.getMostSpecificCause(failure);
        return Objects.requireNonNullElse(root.getMessage(), root.toString());
    }
}
