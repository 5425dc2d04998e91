package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Score;
import java.util.function.Consumer;

/** What an edition should have: all its scores, each member once. */
@FunctionalInterface
public interface Source {

    void forEach(Consumer<Score> to);
}
