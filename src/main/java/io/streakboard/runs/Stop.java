package io.streakboard.runs;

/** Whether the application stops. A run asks after each piece of work, so that it ends in good order. */
@FunctionalInterface
public interface Stop {

    boolean asked();

    /** @throws RunEnded if the application stops */
    default void check() {
        if (asked()) {
            throw RunEnded.byStop();
        }
    }
}
