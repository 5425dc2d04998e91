package io.streakboard.runs;

/** Ends the work of a run that must not go on here. */
public class RunEnded extends RuntimeException {

    static final String STOPPED = "its instance stopped";

    private RunEnded(String message) {
        super(message);
    }

    static RunEnded byStop() {
        return new RunEnded(STOPPED);
    }

    /** The row of the run says so: another instance has lost sight of this one. */
    public static RunEnded elsewhere() {
        return new RunEnded("another instance has ended it");
    }
}
