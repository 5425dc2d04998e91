package io.streakboard.leagues;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import io.streakboard.leaderboard.board.Tiebreakers;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A learner in a cohort. The learner's export has it without the cohort, which others share.
 *
 * @param week its first day
 * @param place set when the week has ended, as are the two that follow
 * @param active how many of the cohort had points
 */
@JsonIncludeProperties({"week", "tier", "points", "place", "nextTier"})
record CohortMember(
        long learner,
        LocalDate week,
        long cohort,
        String tier,
        long points,
        Instant reachedAt,
        @Nullable Integer place,
        @Nullable Integer active,
        @Nullable String nextTier) {

    /** More points first; equal points in order of time, then by the tiebreaker of the cohort, as on boards. */
    static Comparator<CohortMember> inOrder(Tiebreakers tiebreakers) {
        return comparing(CohortMember::points)
                .reversed()
                .thenComparing(CohortMember::reachedAt)
                .thenComparing(CohortMember::cohort)
                .thenComparing((one, other) ->
                        tiebreakers.of("league:" + one.cohort()).order().compare(one.learner(), other.learner()));
    }

    /** The tier after the week; before the end: the current tier. */
    String tierAfter() {
        return nextTier == null ? tier : nextTier;
    }

    CohortMember placed(int place, int active, String nextTier) {
        return new CohortMember(learner, week, cohort, tier, points, reachedAt, place, active, nextTier);
    }
}
