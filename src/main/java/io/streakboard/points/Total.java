package io.streakboard.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A learner's points in a season.
 *
 * @param reachedAt when the learner reached them; null without points
 * @param corrections how often the points were lowered
 * @param closing the points before the last day on which they changed; null without such a day
 */
public record Total(
        long learner,
        long points,
        @Nullable Instant reachedAt,
        int corrections,
        @Nullable ClosingTotal closing) {

    /**
     * A learner's points at the end of a day, recorded by the first change of the next day.
     *
     * @param until end of that next day; the last day of a season never ends
     */
    public record ClosingTotal(
            Instant until, long points, @Nullable Instant reachedAt) {}

    /** The most points that fit a board's score beside the time: 28 bits in the longest season, a year. */
    static final long MOST_POINTS = (1 << 28) - 1;

    /** The points that may still be added. */
    long room() {
        return MOST_POINTS - points;
    }

    /**
     * The total after an award or a deduction. With awards out of order, the latest of their times is when it was
     * reached.
     *
     * @param dayEnds when the day of the change ends. Around midnight instances may disagree on the day; the later one
     *     wins
     */
    Total plus(int change, Instant at, Instant dayEnds) {
        var latest = reachedAt == null || at.isAfter(reachedAt) ? at : reachedAt;
        return new Total(
                learner,
                points + change,
                latest,
                change < 0 ? corrections + 1 : corrections,
                closing == null || closing.until().isBefore(dayEnds)
                        ? new ClosingTotal(dayEnds, points, reachedAt)
                        : closing);
    }

    /** Whether the learner has neither points nor a value needed for yesterday's rank. */
    boolean isForgotten() {
        return points == 0 && closing == null;
    }

    /** No points, without a trace of earlier ones. */
    Total erased(Instant at) {
        return new Total(learner, 0, at, corrections + 1, null);
    }
}
