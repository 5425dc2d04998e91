package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.Board;
import io.streakboard.leaderboard.board.Standing;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A board that no longer changes, read from its table. */
public final class SettledBoard implements Board {

    private final BoardTable tables;
    private final String table;
    private final long total;

    public SettledBoard(BoardTable tables, String table, long total) {
        this.tables = tables;
        this.table = table;
        this.total = total;
    }

    @Override
    public Page page(long offset, int size, long learner) {
        return page(tables.ranks(table, offset + 1, offset + size), standing(learner));
    }

    @Override
    public Page around(int radius, long learner) {
        var mine = standing(learner);
        return page(mine == null ? List.of() : tables.ranks(table, mine.rank() - radius, mine.rank() + radius), mine);
    }

    @Override
    public Page among(Collection<Long> learners, long learner) {
        return page(tables.ranksOf(table, learners), standing(learner));
    }

    private Page page(List<Standing> standings, @Nullable Standing mine) {
        return new Page(total, standings, mine, false);
    }

    private @Nullable Standing standing(long learner) {
        return learner == NOBODY
                ? null
                : tables.ranksOf(table, List.of(learner)).stream().findFirst().orElse(null);
    }
}
