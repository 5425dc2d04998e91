package io.streakboard.leaderboard.live;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.leaderboard.live.set.LiveRanking;
import io.streakboard.leaderboard.live.set.SnapshotBudget;
import io.streakboard.leaderboard.live.set.SnapshotPages;
import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.redis.Pipeline.Read;
import io.streakboard.redis.ReplicationIds;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.web.RateLimitedLogger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/** The editions in Redis. Keeps them equal to their source in MySQL. */
@Component
public class LiveBoards {

    private static final Logger log = LoggerFactory.getLogger(LiveBoards.class);
    private static final RateLimitedLogger failures = new RateLimitedLogger(log);

    /** Boards that Redis has lost and that have not been rebuilt yet. */
    private static final String DEGRADED = "streakboard.board.degraded";

    private static final String FORMER_TTL = Long.toString(Duration.ofDays(1).toMillis());
    private static final RedisScript<Long> FORMER = LuaScript.of("leaderboard/former", Long.class);

    private static final RedisScript<Long> DIVIDE = LuaScript.of("leaderboard/divide", Long.class);

    private static final int MAX_CACHED = 1_000;

    private final StringRedisTemplate redis;
    private final Clock clock;
    private final Pipeline pipeline;

    /** Concurrent readers share a round trip only through the same instance. */
    private final LoadingCache<Edition, Ranking> rankings;

    private final LoadingCache<Edition, SnapshotPages> pages;

    private final SnapshotBudget snapshotBudget = new SnapshotBudget();

    /** @param clock by which editions expire */
    LiveBoards(StringRedisTemplate redis, Clock clock, Pipeline pipeline) {
        this.redis = redis;
        this.clock = clock;
        this.pipeline = pipeline;
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

    public SnapshotPages pages(Edition edition) {
        return pages.get(edition);
    }

    /**
     * @param ranked number of ranked members
     * @param complete whether no member is missing
     */
    public record Size(long ranked, boolean complete) {}

    /** The sizes of many editions, in one round trip. */
    public Map<Edition, Size> sizes(Collection<Edition> editions) {
        var answers = pipeline.readAll(editions.stream()
                        .map(BoardKeys::new)
                        .flatMap(keys -> Stream.concat(
                                Stream.of(new Read("EXISTS", keys.complete(), List.of())),
                                keys.sets().stream().map(set -> new Read("ZCARD", set, List.of()))))
                        .toList())
                .iterator();
        var sizes = new HashMap<Edition, Size>();
        for (var edition : editions) {
            boolean complete = number(answers.next()) > 0;
            long members = new BoardKeys(edition)
                    .sets().stream().mapToLong(set -> number(answers.next())).sum();
            sizes.put(edition, new Size(edition.keep() == 0 ? members : Math.min(members, edition.keep()), complete));
        }
        return sizes;
    }

    private static long number(List<@Nullable Object> answer) {
        return (Long) Objects.requireNonNull(answer.getFirst());
    }

    /**
     * Opens new editions before any member has a score on them: marks them as complete, notes their layout and divides
     * them.
     *
     * @param before the ranking of the previous period, for an edition that is divided by it
     */
    public void open(Collection<Edition> editions, Function<Edition, Optional<Ranking>> before) {
        pipeline.call(
                LiveEdition.OPEN,
                editions.stream()
                        .map(edition -> {
                            var keys = new BoardKeys(edition);
                            return new Call(List.of(keys.complete(), keys.marks()), List.of(expiry(edition)));
                        })
                        .toList());
        divide(editions, before);
    }

    /** Divides editions that have neither been divided nor have a member. */
    public void divide(Collection<Edition> editions, Function<Edition, Optional<Ranking>> before) {
        pipeline.call(
                DIVIDE,
                editions.stream()
                        .filter(Edition::isDivided)
                        .flatMap(edition -> division(edition, () -> before.apply(edition).stream()).stream())
                        .toList());
    }

    private Optional<Call> division(Edition edition, Supplier<Stream<Ranking>> before) {
        var cuts = edition.packing().cuts(BucketBounds.of(edition, before));
        return cuts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Call(
                        List.of(new BoardKeys(edition).live()),
                        Stream.concat(Stream.of(expiry(edition)), cuts.stream().map(edition.packing()::text))
                                .toList()));
    }

    private String expiry(Edition edition) {
        return edition.expiresAt() == null
                ? ""
                : Long.toString(
                        Duration.between(clock.instant(), edition.expiresAt()).toMillis());
    }

    /** The number of incomplete editions, in one round trip after the ids of all masters. */
    public long incomplete(Stream<Edition> editions) {
        var replicationIds = replicationIds();
        var calls = editions.map(edition -> new Call(List.of(new BoardKeys(edition).complete()), replicationIds));
        return pipeline.call(ReplicationIds.HOLDS, calls.toList()).stream()
                .filter(holds -> holds == 0)
                .count();
    }

    /** @param boards the counted boards: {@code points} or {@code configured} */
    public static void countIncomplete(MeterRegistry metrics, String boards, Supplier<Number> incomplete) {
        Gauge.builder(DEGRADED, incomplete).tag("boards", boards).register(metrics);
    }

    /** The ids of all masters. */
    public List<String> replicationIds() {
        return ReplicationIds.of(redis);
    }

    /**
     * Makes sure that an edition is complete; false if it is not yet. Does not throw on a failure, so that other
     * editions are not held up: the next call tries again.
     *
     * @param replicationIds of all masters, read once for many editions, as on a cluster they take longest
     * @param rebuild returns the number of members of the edition
     */
    public boolean restore(Edition edition, List<String> replicationIds, LongSupplier rebuild) {
        try {
            if (of(edition).complete(replicationIds)) {
                note(edition);
                return true;
            }
            long members = rebuild.getAsLong();
            if (members > 0) {
                log.info("The edition {} was rebuilt: {} members", edition.name(), members);
            }
            return true;
        } catch (RunUnderWay another) {
            return false;
        } catch (RuntimeException failure) {
            failures.failure("An edition was not rebuilt, and will be: ", edition.name(), failure);
            return false;
        }
    }

    /**
     * Rebuilds an edition beside the shown one, and returns the number of its members. An edition that its previous
     * period cannot divide is divided by its own ranking.
     *
     * @param sealed whether it takes no more updates
     * @param before the ranking of the previous period, if there is one
     */
    public long rebuild(Edition edition, boolean sealed, Supplier<Optional<Ranking>> before, ScoreSource source) {
        note(edition); // its former layout may differ
        var bounds = BucketBounds.of(edition, () -> Stream.concat(before.get().stream(), Stream.of(ranking(edition))));
        long members = of(edition).rebuild(sealed, bounds, source);
        note(edition); // an instance with another rule may have built it since
        return members;
    }

    /** Compares an edition with its source, and rebuilds it if it differs. */
    public void mend(Edition edition, ScoreSource source, Runnable rebuild) {
        var drift = drift(edition, source);
        if (!drift.none()) {
            log.warn(
                    "The edition {} is rebuilt, because it differs since instances had another configuration: {}",
                    edition.name(),
                    drift);
            rebuild.run();
        }
    }

    /** Compares an edition with its source. Scores in flight show as differences. */
    public BoardDrift drift(Edition edition, ScoreSource source) {
        return EditionComparison.of(of(edition), source);
    }

    /** Removes an edition, its former layouts and its note. A seal stays for a while. */
    public void clear(Edition edition) {
        clearNoted(edition.tag());
        of(edition).clear();
        if (edition.isDivided()) {
            LiveEdition.clear(redis, BoardKeys.undivided(edition));
        }
    }

    /** Removes an edition whose board is no longer configured: its noted marks name the keys. */
    public void clear(long edition) {
        clearNoted(Edition.tag(edition));
    }

    private void clearNoted(String tag) {
        var noted = redis.opsForValue().get(BoardKeys.marks(tag));
        if (noted != null) {
            Stream.of(noted.split(" ")).forEach(mark -> LiveEdition.clear(redis, BoardKeys.ofMark(mark)));
        }
    }

    /**
     * Notes the layout of an edition. The keys of a former layout get no more scores. So they lose their mark of
     * completeness, in case the former rule comes back, and expire after a day: until then instances that still have
     * that rule may read them. A note of an earlier version may name the mark of each bucket; an edition that an earlier
     * version opened undivided has none.
     *
     * <pre>
     * SET streakboard:board:{board:7}:marks "streakboard:board:{board:7}:v3-…:complete"
     * </pre>
     */
    void note(Edition edition) {
        var keys = new BoardKeys(edition);
        var noted = redis.opsForValue().get(keys.marks());
        if (!keys.complete().equals(noted)) {
            Stream.of((noted == null ? BoardKeys.undivided(edition).complete() : noted).split(" "))
                    .filter(mark -> !mark.equals(keys.complete()))
                    .forEach(mark -> forget(mark, keys, edition.expiresAt() == null ? FORMER_TTL : ""));
            redis.opsForValue().set(keys.marks(), keys.complete());
        }
        if (edition.expiresAt() != null) {
            redis.expire(keys.marks(), Duration.between(clock.instant(), edition.expiresAt()));
        }
    }

    private void forget(String mark, BoardKeys present, String ttl) {
        var keys = BoardKeys.ofMark(mark);
        var touched = new ArrayList<>(List.of(mark));
        touched.addAll(keys.ranking());
        touched.addAll(keys.draft());
        if (!keys.sealed().equals(present.sealed())) {
            touched.add(keys.sealed());
        }
        redis.execute(FORMER, touched, ttl);
    }
}
