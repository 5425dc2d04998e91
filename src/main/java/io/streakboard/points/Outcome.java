package io.streakboard.points;

/** The outcome of a claim or an activity. */
public enum Outcome {
    /** Paid in full. */
    AWARDED,
    /** Paid in part: the daily cap left no more. */
    CUT,
    /** Not paid: the daily cap was reached. */
    REFUSED,
    /** Not paid again: it was counted before. */
    DUPLICATE,
    /** Counted for the current season, because its own season was sealed. */
    LATE,
    /** Not counted: not a valid activity. */
    INVALID,
    /** Granted or deducted by an admin. */
    ADJUSTED
}
