package io.streakboard.points.ledger;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A claim on its way into the ledger.
 *
 * @param day of {@code occurredAt} in the business zone
 * @param season the season of that day
 * @param points the pay before the cap
 * @param dailyCap the most that a learner can get for the type on one day; null: no limit
 * @param bonus the bonus in points and cap
 */
public record Posting(
        long learner,
        String type,
        String sourceId,
        Instant occurredAt,
        LocalDate day,
        long season,
        int points,
        @Nullable Integer dailyCap,
        @Nullable PaidBonus bonus) {

    /** Two postings with equal keys are the same: source ids are unique within the season of their time. */
    public record PostingKey(long season, long learner, String type, String sourceId) {}

    /** Postings with equal values share a daily cap. A day lies in one season, because seasons begin with a day. */
    public record DayOfType(long learner, LocalDate day, String type) {}

    public PostingKey key() {
        return new PostingKey(season, learner, type, sourceId);
    }

    public DayOfType dayOfType() {
        return new DayOfType(learner, day, type);
    }
}
