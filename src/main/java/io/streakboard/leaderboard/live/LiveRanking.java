package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;

/** An edition that still changes, in Redis. */
public final class LiveRanking implements Ranking {

    public LiveRanking(StringRedisTemplate redis, Edition edition) {}

    /** Writes scores and tells how they changed the ranks. */
    public List<RankChange> write(List<Score> scores) {
        throw new UnsupportedOperationException();
    }

    /** Begins to build the edition anew, beside the one that is shown. */
    public BoardRebuild rebuild() {
        throw new UnsupportedOperationException();
    }

    /** Whether the edition has what MySQL has. */
    public boolean complete() {
        throw new UnsupportedOperationException();
    }

    /** Rises with each change. */
    public long version() {
        throw new UnsupportedOperationException();
    }

    /** Removes the edition from Redis. */
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Page around(String member, int radius) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Share> percentiles(List<Integer> percents) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long count(long min, long max) {
        throw new UnsupportedOperationException();
    }
}
