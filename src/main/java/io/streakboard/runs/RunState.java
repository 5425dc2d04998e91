package io.streakboard.runs;

/** The state of a run. Tables store its name. */
public enum RunState {
    RUNNING,
    DONE,
    FAILED
}
