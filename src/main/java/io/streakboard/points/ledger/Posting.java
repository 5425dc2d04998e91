package io.streakboard.points.ledger;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A claim on its way into the ledger.
 *
 * @param day of {@code occurredAt} in the business zone
 * @param season the season of that day
 * @param points what it is worth before the cap
 * @param dailyCap the most that a learner can get for the type on one day; null: no limit
 */
public record Posting(
        long learner,
        String type,
        String sourceId,
        Instant occurredAt,
        LocalDate day,
        long season,
        int points,
        @Nullable Integer dailyCap) {

    /** Two postings with one key are the same: source ids count within the season of their time. */
    public record Key(long season, long learner, String type, String sourceId) {}

    /** All postings with the same values share one daily cap. A day lies in one season, as seasons begin with days. */
    public record DayOfType(long learner, LocalDate day, String type) {}

    public Key key() {
        return new Key(season, learner, type, sourceId);
    }

    public DayOfType dayOfType() {
        return new DayOfType(learner, day, type);
    }
}
