package io.streakboard.runs;

/** Thrown to stop a run that must not go on in this instance. */
public class RunEnded extends RuntimeException {

    static final String STOPPED = "its instance stopped";

    private RunEnded(String message) {
        super(message);
    }

    static RunEnded byCancellation() {
        return new RunEnded(STOPPED);
    }

    /** Another instance considered this one dead and ended the run's row. */
    public static RunEnded elsewhere() {
        return new RunEnded("another instance has ended it");
    }
}
