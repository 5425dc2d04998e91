package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;

/** Editions that are kept in more than one sorted set. What divides them stands on this room. */
public interface DividedEditions {

    LiveStore of(Edition edition);

    Ranking ranking(Edition edition);

    LivePages pages(Edition edition);
}
