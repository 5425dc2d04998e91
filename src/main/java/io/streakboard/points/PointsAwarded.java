package io.streakboard.points;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Learners' totals have changed. Delivered at least once and in any order: totals are absolute. */
public record PointsAwarded(List<Award> awards) {

    /**
     * @param points the awarded points, negative for a deduction
     * @param total the learner's total in the season after this award
     * @param corrections how often the total has been lowered. The total with more corrections is newer; with equal
     *     numbers the higher total is
     * @param reachedAt when the learner reached the total
     * @param closing the total when the day before ended
     * @param homeSeason the season of {@code occurredAt}; another than {@code seasonId} for a late award. Null in events of
     *     former versions
     * @param occurredAt when the learner earned it; null in events of former versions
     */
    public record Award(
            long learner,
            long seasonId,
            String type,
            int points,
            String sourceId,
            long total,
            int corrections,
            Instant reachedAt,
            Total.@Nullable ClosingTotal closing,
            @Nullable Long homeSeason,
            @Nullable Instant occurredAt) {}
}
