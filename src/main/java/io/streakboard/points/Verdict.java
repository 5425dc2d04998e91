package io.streakboard.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a claim or an activity.
 *
 * @param points the points paid, which may be less than it is worth
 * @param detail why it was not paid in full, in words for the learner; null if it was
 */
public record Verdict(Outcome outcome, int points, @Nullable String detail) {

    public static Verdict duplicate() {
        return new Verdict(Outcome.DUPLICATE, 0, Reason.COUNTED_BEFORE.with());
    }

    public static Verdict invalid(String detail) {
        return new Verdict(Outcome.INVALID, 0, detail);
    }

    public static Verdict deleted() {
        return invalid(Reason.LEARNER_DELETED.with());
    }

    /** Without the ledger, an earlier count cannot be ruled out. */
    public static Verdict expired(Instant occurredAt) {
        return invalid(Reason.LEDGER_EXPIRED.with(occurredAt));
    }

    /** Why the points count for another season than the activity's. */
    public static String lateReason(String home, String current) {
        return Reason.SEASON_CLOSED.with(home, current);
    }
}
