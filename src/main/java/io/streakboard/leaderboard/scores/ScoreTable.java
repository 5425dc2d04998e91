package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.Score;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Repository;

/** The scores of members, table {@code board_score}. */
@Repository
public class ScoreTable {

    /** The score of a member on an edition; empty if there is none. */
    public Optional<Score> find(long edition, String member) {
        throw new UnsupportedOperationException();
    }

    /** Hands over all scores of an edition, in constant memory. Those of hidden members are not ranked. */
    public void forEach(long edition, Consumer<Score> to) {
        throw new UnsupportedOperationException();
    }
}
