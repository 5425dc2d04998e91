package io.streakboard.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a claim or of an activity.
 *
 * @param points what was paid, not what it is worth
 * @param detail why it was not paid in full, for its learner to read; null if it was
 */
public record Verdict(Outcome outcome, int points, @Nullable String detail) {

    public static Verdict duplicate() {
        return new Verdict(Outcome.DUPLICATE, 0, "counted before");
    }

    public static Verdict invalid(String detail) {
        return new Verdict(Outcome.INVALID, 0, detail);
    }

    public static Verdict deleted() {
        return invalid("learner: has been deleted");
    }

    /** Without the ledger nobody can tell whether it has been counted before. */
    public static Verdict expired(Instant occurredAt) {
        return invalid(
                "occurredAt: the ledger of the season of " + occurredAt + " has outlived streakboard.season.retention");
    }

    /** Why points are in another season than the activity. */
    public static String lateReason(String home, String current) {
        return "season " + home + " was closed already, so this counts for " + current;
    }
}
