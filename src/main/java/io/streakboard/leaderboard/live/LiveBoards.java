package io.streakboard.leaderboard.live;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.leaderboard.board.Buckets;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Where editions are found in Redis, and in what: only here it counts whether an edition has buckets. */
@Component
public class LiveBoards {

    private static final int READ_AT_A_TIME = 1_000;

    private final StringRedisTemplate redis;
    private final Clock clock;

    /** Readers share a round trip if they read by the same ranking, see {@link SharedReads}. */
    private final LoadingCache<Edition, Ranking> rankings;

    private final LoadingCache<Edition, LivePages> pages;

    /** @param clock by which editions expire */
    LiveBoards(StringRedisTemplate redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
        this.rankings = Caffeine.newBuilder().maximumSize(READ_AT_A_TIME).build(this::read);
        this.pages = Caffeine.newBuilder().maximumSize(READ_AT_A_TIME).build(this::begin);
    }

    public LiveStore of(Edition edition) {
        if (edition.buckets().isEmpty()) {
            return sortedSet(edition);
        }
        var ranges = ranges(edition);
        return new BucketedEdition(
                edition,
                ranges,
                IntStream.range(0, ranges.count())
                        .mapToObj(i -> new Bucket(redis, edition.bucket(i), clock, i))
                        .toList(),
                ranking(edition));
    }

    /** An edition without buckets, which can be sealed. */
    public LiveEdition sortedSet(Edition edition) {
        return new LiveEdition(redis, edition, clock);
    }

    public Ranking ranking(Edition edition) {
        return rankings.get(edition);
    }

    public LivePages pages(Edition edition) {
        return pages.get(edition);
    }

    private LivePages begin(Edition edition) {
        return edition.buckets().isEmpty()
                ? new Snapshot(redis, edition, clock)
                : new BucketPages(
                        edition,
                        ranges(edition),
                        buckets(edition).stream().map(this::ranking).toList(),
                        buckets(edition).stream()
                                .map(bucket -> new Snapshot(redis, bucket, clock))
                                .toList());
    }

    /**
     * Notes how an edition is kept from now on. What another rule of its board has kept gets no more scores. So it is
     * not complete any more either, in case that rule comes back.
     *
     * <pre>
     * SET streakboard:board:{board:7}:marks "streakboard:board:{board:7}:v2-…:complete"   or the mark of each bucket
     * </pre>
     */
    public void note(Edition edition) {
        var key = new BoardKeys(edition).marks();
        var marks = marks(edition);
        var noted = redis.opsForValue().get(key);
        if (noted != null) {
            Stream.of(noted.split(" ")).filter(mark -> !marks.contains(mark)).forEach(redis::delete);
        }
        var now = String.join(" ", marks);
        if (!now.equals(noted)) {
            redis.opsForValue().set(key, now);
        }
        if (edition.expiresAt() != null) {
            redis.expire(key, Duration.between(clock.instant(), edition.expiresAt()));
        }
    }

    /** The marks of completeness. */
    private static List<String> marks(Edition edition) {
        return (edition.buckets().isEmpty() ? List.of(edition) : buckets(edition))
                .stream().map(each -> new BoardKeys(each).complete()).toList();
    }

    private Ranking read(Edition edition) {
        return edition.buckets().isEmpty()
                ? new LiveRanking(redis, edition, clock)
                : new BucketedRanking(
                        edition,
                        ranges(edition),
                        buckets(edition).stream().map(this::read).toList());
    }

    private static Buckets ranges(Edition edition) {
        return new Buckets(edition.buckets(), edition.packing().order());
    }

    /** From the best to the worst. */
    private static List<Edition> buckets(Edition edition) {
        return IntStream.range(0, ranges(edition).count())
                .mapToObj(edition::bucket)
                .toList()
                .reversed();
    }
}
