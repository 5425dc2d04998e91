package io.streakboard.points;

import io.streakboard.points.ledger.PaidBonus;
import io.streakboard.points.ledger.Posting;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A reason to pay a learner.
 *
 * @param sourceId identifies the deed, at most 100 characters: unique for learner, type and season, so that a repeated
 *     claim counts once
 * @param occurredAt decides day, cap and season
 * @param points the pay before the cap
 * @param dailyCap the most that a learner can get for the type on one day; null: no limit
 * @param bonus the bonus in points and cap
 */
public record Claim(
        long learner,
        String type,
        String sourceId,
        Instant occurredAt,
        int points,
        @Nullable Integer dailyCap,
        @Nullable PaidBonus bonus) {

    /** The type of points that admins grant and deduct. The source id is the id of the request. */
    public static final String ADJUSTMENT = "ADJUSTMENT";

    /** The type of points that a rank in a season pays. The source id is the name of the season. */
    public static final String SEASON_REWARD = "SEASON_REWARD";

    /** The type of points that a rank on another board pays. The source id is the board and the period. */
    public static final String BOARD_PRIZE = "BOARD_PRIZE";

    /** A claim without a bonus. */
    public Claim(
            long learner, String type, String sourceId, Instant occurredAt, int points, @Nullable Integer dailyCap) {
        this(learner, type, sourceId, occurredAt, points, dailyCap, null);
    }

    /** A claim without a cap. */
    public Claim(long learner, String type, String sourceId, Instant occurredAt, int points) {
        this(learner, type, sourceId, occurredAt, points, null);
    }

    /**
     * Names the bonus that points and cap have already.
     *
     * @param percent of the usual points
     */
    public Claim withBonus(String name, String title, int percent) {
        return new Claim(learner, type, sourceId, occurredAt, points, dailyCap, new PaidBonus(name, title, percent));
    }

    /** @param day of {@code occurredAt} */
    Posting posting(LocalDate day, long season) {
        return new Posting(learner, type, sourceId, occurredAt, day, season, points, dailyCap, bonus);
    }
}
