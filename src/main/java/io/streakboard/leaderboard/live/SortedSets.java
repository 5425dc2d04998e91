package io.streakboard.leaderboard.live;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.set.LiveRanking;
import io.streakboard.leaderboard.live.set.SnapshotBudget;
import io.streakboard.leaderboard.live.set.SnapshotPages;
import java.time.Clock;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Editions in one sorted set each. */
@Component
public class SortedSets {

    private static final int MAX_CACHED = 1_000;

    private final StringRedisTemplate redis;
    private final Clock clock;

    /** Concurrent readers share a round trip only through the same instance. */
    private final LoadingCache<Edition, Ranking> rankings;

    private final LoadingCache<Edition, LivePages> pages;

    private final SnapshotBudget snapshotBudget = new SnapshotBudget();

    /** @param clock by which editions expire */
    SortedSets(StringRedisTemplate redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
        this.rankings =
                Caffeine.newBuilder().maximumSize(MAX_CACHED).build(edition -> new LiveRanking(redis, edition, clock));
        this.pages = Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .build(edition -> new SnapshotPages(redis, edition, clock, snapshotBudget));
    }

    public LiveEdition of(Edition edition) {
        return new LiveEdition(redis, edition, clock);
    }

    public Ranking ranking(Edition edition) {
        return rankings.get(edition);
    }

    public LivePages pages(Edition edition) {
        return pages.get(edition);
    }
}
