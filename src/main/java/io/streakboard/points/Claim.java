package io.streakboard.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a learner is to be paid for.
 *
 * @param sourceId what it is paid for, unique for learner, type and season: claimed again, it counts once. At most 100
 *     characters
 * @param occurredAt decides day, cap and season
 * @param points what it is worth before the cap
 * @param dailyCap what a learner can get for the type on one day, at most; null: no limit
 */
public record Claim(
        long learner,
        String type,
        String sourceId,
        Instant occurredAt,
        int points,
        @Nullable Integer dailyCap) {

    /** The type of what admins grant and deduct; its source is the request. */
    public static final String ADJUSTMENT = "ADJUSTMENT";

    /** The type of what a rank in a season pays; its source is the name of the season. */
    public static final String SEASON_REWARD = "SEASON_REWARD";

    /** A claim without a cap. */
    public Claim(long learner, String type, String sourceId, Instant occurredAt, int points) {
        this(learner, type, sourceId, occurredAt, points, null);
    }
}
