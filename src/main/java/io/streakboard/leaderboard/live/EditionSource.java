package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import java.util.Optional;

/** The source of an edition in MySQL: the book of scores, or the ledger. Its keys in Redis are a copy. */
public interface EditionSource extends ScoreSource {

    Edition edition();

    /** A member's score; empty if there is none. */
    Optional<Score> score(String member);

    /** What its members should have, to compare it with; not for a rebuild. */
    default ScoreSource expected() {
        return this;
    }

    /** The ranking of the previous period, which may divide the edition. */
    default Optional<Ranking> before() {
        return Optional.empty();
    }

    /** Whether it takes no more scores. */
    default boolean sealed() {
        return false;
    }

    /** Whether its ranking is final and has left Redis. */
    default boolean settled() {
        return false;
    }
}
