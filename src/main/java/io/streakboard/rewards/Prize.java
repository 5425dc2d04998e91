package io.streakboard.rewards;

import io.streakboard.points.Claim;
import io.streakboard.web.LearnerKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A learner's prize for a rank of a final ranking.
 *
 * @param edition the final ranking: of the points board the season's id
 * @param board {@code points}: the prize is the reward of a settled season
 * @param period its key
 * @param at when its points count
 */
record Prize(
        long edition,
        String board,
        String period,
        @LearnerKey long learner,
        long rank,
        int points,
        @Nullable String title,
        Instant at) {

    static final String POINTS_BOARD = "points";

    /** The ledger recognizes it by its source and date if it is delivered again. */
    Claim claim() {
        return board.equals(POINTS_BOARD)
                ? new Claim(learner, Claim.SEASON_REWARD, period, at, points)
                : new Claim(learner, Claim.BOARD_PRIZE, board + " " + period, at, points);
    }
}
