package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Score;
import java.util.function.Consumer;

/** The scores that an edition should have, each member once. */
@FunctionalInterface
public interface ScoreSource {

    void forEach(Consumer<Score> to);
}
