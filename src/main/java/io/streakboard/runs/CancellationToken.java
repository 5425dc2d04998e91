package io.streakboard.runs;

/** Tells a run that the application stops. A run checks it after each piece of work. */
@FunctionalInterface
public interface CancellationToken {

    boolean asked();

    /** @throws RunEnded if the application stops */
    default void check() {
        if (asked()) {
            throw RunEnded.byCancellation();
        }
    }
}
