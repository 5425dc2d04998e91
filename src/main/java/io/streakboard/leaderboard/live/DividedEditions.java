package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;

/** Editions kept in several sorted sets; implemented by the package that divides them. */
public interface DividedEditions {

    LiveStore of(Edition edition);

    Ranking ranking(Edition edition);

    LivePages pages(Edition edition);
}
