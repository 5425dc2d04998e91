package io.streakboard.leaderboard.live.buckets;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.DividedEditions;
import io.streakboard.leaderboard.live.LiveStore;
import io.streakboard.leaderboard.live.SortedSets;
import io.streakboard.redis.Pipeline;
import org.springframework.stereotype.Component;

/** Editions that are divided into buckets. */
@Component
public class BucketedEditions implements DividedEditions {

    private static final int MAX_CACHED = 100;

    private record Divided(LiveStore live, Ranking ranking, LivePages pages) {}

    private final SortedSets sets;
    private final Pipeline pipeline;

    /** Concurrent readers share a round trip only through the same instance. */
    private final LoadingCache<Edition, Divided> editions =
            Caffeine.newBuilder().maximumSize(MAX_CACHED).build(this::divided);

    public BucketedEditions(SortedSets sets, Pipeline pipeline) {
        this.sets = sets;
        this.pipeline = pipeline;
    }

    private Divided divided(Edition edition) {
        var parts = edition.parts().reversed();
        var looks = new Looks(edition, parts, pipeline);
        var ranking =
                new BucketedRanking(edition, parts.stream().map(sets::ranking).toList(), looks);
        return new Divided(
                new BucketedEdition(edition, parts.stream().map(sets::of).toList(), ranking, looks),
                ranking,
                new BucketPages(
                        edition, ranking, parts.stream().map(sets::pages).toList()));
    }

    @Override
    public LiveStore of(Edition edition) {
        return editions.get(edition).live();
    }

    @Override
    public Ranking ranking(Edition edition) {
        return editions.get(edition).ranking();
    }

    @Override
    public LivePages pages(Edition edition) {
        return editions.get(edition).pages();
    }
}
