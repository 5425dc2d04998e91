package io.streakboard.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A learner's points in a season.
 *
 * @param reachedAt when the learner reached them; null without points yet
 * @param corrections how often they have been lowered
 * @param closing what they were before the last day on which they changed; null if there was none
 */
public record Total(
        long learner,
        long points,
        @Nullable Instant reachedAt,
        int corrections,
        @Nullable Closing closing) {

    /**
     * A learner's points when a day ended, noted by the first change of the day after.
     *
     * @param until when that day after ends; the last day of a season never does
     */
    public record Closing(
            Instant until, long points, @Nullable Instant reachedAt) {}

    /** The most that the score of a board can hold beside the time: 28 bits in the longest season, a year. */
    static final long MOST_POINTS = (1 << 28) - 1;

    /** How many points may still be added. */
    long room() {
        return MOST_POINTS - points;
    }

    /**
     * The total after an award or a deduction. If awards come out of order, it was reached at the latest of their
     * times.
     *
     * @param dayEnds when the day of the change ends. Instances may disagree on the day around midnight: the later counts
     */
    Total plus(int change, Instant at, Instant dayEnds) {
        var latest = reachedAt == null || at.isAfter(reachedAt) ? at : reachedAt;
        return new Total(
                learner,
                points + change,
                latest,
                change < 0 ? corrections + 1 : corrections,
                closing == null || closing.until().isBefore(dayEnds)
                        ? new Closing(dayEnds, points, reachedAt)
                        : closing);
    }

    /** Whether the learner has neither points nor a value that yesterday's rank needs. */
    boolean isForgotten() {
        return points == 0 && closing == null;
    }

    /** No points, without a trace of earlier ones. */
    Total erased(Instant at) {
        return new Total(learner, 0, at, corrections + 1, null);
    }
}
