package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Board;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Standing;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A live ranking of learners. */
public final class LiveBoard implements Board {

    private final LiveRanking ranking;

    public LiveBoard(LiveRanking ranking) {
        this.ranking = ranking;
    }

    @Override
    public Page page(long offset, int size, long learner) {
        return page(ranking.page(offset, size, member(learner)));
    }

    @Override
    public Page around(int radius, long learner) {
        return page(ranking.around(Long.toString(learner), radius));
    }

    @Override
    public Page among(Collection<Long> learners, long learner) {
        return page(
                ranking.among(learners.stream().map(each -> Long.toString(each)).toList(), member(learner)));
    }

    private static @Nullable String member(long learner) {
        return learner == NOBODY ? null : Long.toString(learner);
    }

    private static Page page(Ranking.Page page) {
        return new Page(
                page.total(),
                page.entries().stream().map(LiveBoard::standing).toList(),
                page.mine() == null ? null : standing(Objects.requireNonNull(page.mine())),
                page.degraded());
    }

    private static Standing standing(Entry entry) {
        return new Standing(entry.rank(), Long.parseLong(entry.member()), entry.score(), entry.reachedAt());
    }
}
