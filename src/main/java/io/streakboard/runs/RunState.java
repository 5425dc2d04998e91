package io.streakboard.runs;

/** How a run stands. Tables keep it by its name. */
public enum RunState {
    RUNNING,
    DONE,
    FAILED
}
