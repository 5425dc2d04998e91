package io.streakboard.points;

import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a claim or an activity.
 *
 * @param points the points paid, which may be less than it is worth
 * @param reasons why it was not paid in full; none if it was
 */
public record Verdict(Outcome outcome, int points, List<Mistake> reasons) {

    /** The reasons in words for the learner; null if there are none. */
    public @Nullable String detail() {
        return Mistake.text(reasons);
    }

    public static Verdict duplicate() {
        return new Verdict(Outcome.DUPLICATE, 0, List.of(Code.COUNTED_BEFORE.of(null)));
    }

    public static Verdict invalid(Mistake mistake) {
        return new Verdict(Outcome.INVALID, 0, List.of(mistake));
    }

    public static Verdict deleted() {
        return invalid(Code.LEARNER_DELETED.of("learner"));
    }

    /** Without the ledger, an earlier count cannot be ruled out. */
    public static Verdict expired(Instant occurredAt) {
        return invalid(Code.LEDGER_EXPIRED.of("occurredAt", occurredAt));
    }
}
