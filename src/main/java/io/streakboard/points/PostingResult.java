package io.streakboard.points;

import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a claim or an activity.
 *
 * @param points the points paid, after the cap
 * @param reasons why it was not paid in full; empty if it was
 */
public record PostingResult(Outcome outcome, int points, List<Violation> reasons) {

    /** The reasons in words for the learner; null without reasons. */
    public @Nullable String detail() {
        return Violation.text(reasons);
    }

    /**
     * Cuts an award to the rest of the daily cap of its type.
     *
     * @param cap null: no limit
     */
    static PostingResult capped(int points, @Nullable Integer cap, long usedToday) {
        if (cap == null || usedToday + points <= cap) {
            return new PostingResult(Outcome.AWARDED, points, List.of());
        }
        if (usedToday >= cap) {
            return new PostingResult(Outcome.REFUSED, 0, List.of(ViolationCode.DAILY_CAP_REACHED.of(null, cap)));
        }
        int left = (int) (cap - usedToday);
        return new PostingResult(
                Outcome.CUT, left, List.of(ViolationCode.DAILY_CAP_LEAVES.of(null, cap, left, points)));
    }

    public static PostingResult duplicate() {
        return new PostingResult(Outcome.DUPLICATE, 0, List.of(ViolationCode.COUNTED_BEFORE.of(null)));
    }

    public static PostingResult invalid(Violation violation) {
        return new PostingResult(Outcome.INVALID, 0, List.of(violation));
    }

    public static PostingResult deleted() {
        return invalid(ViolationCode.LEARNER_DELETED.of("learner"));
    }

    /** An expired ledger cannot rule out that the claim was counted before. */
    public static PostingResult expired(Instant occurredAt) {
        return invalid(ViolationCode.LEDGER_EXPIRED.of("occurredAt", occurredAt));
    }
}
