package io.streakboard.leaderboard;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.live.EditionSource;
import org.jspecify.annotations.Nullable;

/**
 * An edition of any board as admins see it.
 *
 * @param id of the edition, or of the season on the points board
 * @param stored null on the points board
 */
record AdministeredEdition(
        long id,
        Period period,
        EditionSource source,
        @Nullable StoredEdition stored) {

    BoardRule board() {
        return source.edition().board();
    }

    /** Whether its ranking is final and no longer in Redis. */
    boolean isFinal() {
        return stored != null && stored.isFinal();
    }
}
