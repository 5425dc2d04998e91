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
