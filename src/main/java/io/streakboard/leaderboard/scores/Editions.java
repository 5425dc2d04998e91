package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** The editions of configured boards, table {@code board_edition}. */
@Service
public class Editions {

    /** The newest version of an edition; empty as long as nobody has a score on it. */
    public Optional<StoredEdition> find(BoardRule board, Period period, @Nullable String partition) {
        throw new UnsupportedOperationException();
    }
}
