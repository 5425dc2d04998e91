package io.streakboard.imports.kinds;

/** The outcome of a line. */
public enum LineOutcome {
    /** Taken in; for kinds that pay nothing. */
    ACCEPTED,
    /** Paid in full. */
    AWARDED,
    /** Paid in part: the daily cap left no more. */
    CUT,
    /** Not paid: the daily cap was reached. */
    REFUSED,
    /** Taken in before. */
    DUPLICATE,
    /** An activity that counted for the current season; a score that came too late for its board. */
    LATE,
    INVALID
}
