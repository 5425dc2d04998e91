package io.streakboard.runs;

/** Thrown to stop a run that must not go on in this instance. */
public class RunEnded extends RuntimeException {

    static final String STOPPED = "its instance stopped";

    private RunEnded(String message) {
        super(message);
    }

    static RunEnded byStop() {
        return new RunEnded(STOPPED);
    }

    /** The run's row has ended: another instance considered this one dead. */
    public static RunEnded elsewhere() {
        return new RunEnded("another instance has ended it");
    }
}
