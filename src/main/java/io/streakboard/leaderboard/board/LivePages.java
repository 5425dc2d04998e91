package io.streakboard.leaderboard.board;

import io.streakboard.leaderboard.board.Ranking.Page;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pages of a changing edition, linked by cursors. */
public interface LivePages {

    /** @param next cursor of the next page; null after the last */
    record Shown(Page page, @Nullable String next) {}

    /** The first page. */
    Shown begin(int size, @Nullable String me);

    /** The page that a cursor names; empty if its snapshot has expired and the reader has to begin again. */
    Optional<Shown> read(String cursor, int size, @Nullable String me);
}
