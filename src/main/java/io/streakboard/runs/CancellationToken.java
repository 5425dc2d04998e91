package io.streakboard.runs;

/** Tells a run to stop with the application. A run asks after each piece of work. */
@FunctionalInterface
public interface CancellationToken {

    boolean asked();

    /** @throws RunEnded if the application stops */
    default void check() {
        if (asked()) {
            throw RunEnded.byStop();
        }
    }
}
