package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.Ranking;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An edition on which nobody has a score yet. */
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
    public List<Share> percentiles(List<Integer> percents) {
        return percents.stream().map(percent -> new Share(percent, null, null)).toList();
    }

    @Override
    public long count(long min, long max) {
        return 0;
    }
}
