package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.Ranking;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An edition without scores. */
enum NoRanking implements Ranking {
    INSTANCE;

    private static final Page EMPTY = new Page(0, List.of(), null, false);

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return EMPTY;
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        return EMPTY;
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        return EMPTY;
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        return EMPTY;
    }

    @Override
    public Statistics<Long> counts(List<Range> ranges) {
        return new Statistics<>(ranges.stream().map(range -> 0L).toList(), false);
    }
}
