package io.streakboard.web;

import org.springframework.core.NestedExceptionUtils;

/** A failure in one line. */
public final class RootCause {

    private RootCause() {}

    /** The failure and its root cause: Spring's wrapper says only "Error in execution". */
    public static String of(Throwable failure) {
        var root = NestedExceptionUtils.getRootCause(failure);
        return root == null ? failure.toString() : failure + ", because of " + root;
    }
}
