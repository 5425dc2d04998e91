package io.streakboard.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A learner's points in a season.
 *
 * @param reachedAt when the learner reached them; null without points yet
 * @param corrections how often they have been lowered
 */
public record Total(long learner, long points, @Nullable Instant reachedAt, int corrections) {

    /** The most that the score of a board can hold beside the time: 28 bits in the longest season, a year. */
    static final long MOST_POINTS = (1 << 28) - 1;

    /** How many points may still be added. */
    long room() {
        return MOST_POINTS - points;
    }

    /**
     * The total after an award or a deduction. If awards come out of order, it was reached at the latest of their
     * times.
     */
    Total plus(int change, Instant at) {
        var latest = reachedAt == null || at.isAfter(reachedAt) ? at : reachedAt;
        return new Total(learner, points + change, latest, change < 0 ? corrections + 1 : corrections);
    }
}
