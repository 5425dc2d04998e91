package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An edition that has scores.
 *
 * @param version rises when the edition is reset
 * @param partition null for the ranking over all
 * @param keptUntil when it is removed; null if never
 */
public record StoredEdition(
        long id,
        BoardRule board,
        Period period,
        @Nullable String partition,
        int version,
        @Nullable Instant keptUntil) {

    public Edition edition() {
        return Edition.of(board, id, period, partition);
    }
}
