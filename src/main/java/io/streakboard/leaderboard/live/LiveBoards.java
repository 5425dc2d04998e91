package io.streakboard.leaderboard.live;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.live.set.BoardKeys;
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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The editions in Redis, each in one sorted set or in buckets. Keeps them equal to their source in MySQL. Only this
 * class knows the difference between set and buckets.
 */
@Component
public class LiveBoards {

    private static final Logger log = LoggerFactory.getLogger(LiveBoards.class);
    private static final RateLimitedLogger failures = new RateLimitedLogger(log);

    /** Boards that Redis has lost and that have not been rebuilt yet. */
    private static final String DEGRADED = "streakboard.board.degraded";

    private static final String FORMER_TTL = Long.toString(Duration.ofDays(1).toMillis());
    private static final RedisScript<Long> FORMER = LuaScript.of("leaderboard/former", Long.class);

    private static final RedisScript<Long> NOTE = LuaScript.of("leaderboard/note", Long.class);

    private final StringRedisTemplate redis;
    private final Clock clock;
    private final SortedSets sets;
    private final DividedEditions divided;
    private final Pipeline pipeline;

    /** @param clock by which editions expire */
    LiveBoards(StringRedisTemplate redis, Clock clock, SortedSets sets, DividedEditions divided, Pipeline pipeline) {
        this.pipeline = pipeline;
        this.redis = redis;
        this.clock = clock;
        this.sets = sets;
        this.divided = divided;
    }

    public LiveStore of(Edition edition) {
        return isDivided(edition) ? divided.of(edition) : sets.of(edition);
    }

    public Ranking ranking(Edition edition) {
        return isDivided(edition) ? divided.ranking(edition) : sets.ranking(edition);
    }

    public LivePages pages(Edition edition) {
        return isDivided(edition) ? divided.pages(edition) : sets.pages(edition);
    }

    /**
     * @param ranked number of ranked members
     * @param complete whether no member is missing
     */
    public record Size(long ranked, boolean complete) {

        private Size and(Size other) {
            return new Size(ranked + other.ranked, complete && other.complete);
        }
    }

    /** The sizes of many editions, in one round trip. */
    public Map<Edition, Size> sizes(Collection<Edition> editions) {
        var parts = editions.stream()
                .flatMap(edition -> edition.parts().stream().map(BoardKeys::new))
                .toList();
        var answers = pipeline.readAll(parts.stream()
                        .flatMap(keys -> Stream.of(
                                new Read("ZCARD", keys.live(), List.of()),
                                new Read("EXISTS", keys.complete(), List.of())))
                        .toList())
                .iterator();
        var sizes = new HashMap<Edition, Size>();
        for (var edition : editions) {
            var all = edition.parts().stream()
                    .map(part -> new Size(number(answers.next()), number(answers.next()) > 0))
                    .reduce(Size::and)
                    .orElseThrow();
            sizes.put(
                    edition,
                    edition.keep() == 0 ? all : new Size(Math.min(all.ranked(), edition.keep()), all.complete()));
        }
        return sizes;
    }

    private static long number(List<@Nullable Object> answer) {
        return (Long) Objects.requireNonNull(answer.getFirst());
    }

    /** Marks new editions as complete and notes their layout, before any member has a score on them. */
    public void open(Collection<Edition> editions) {
        pipeline.call(
                LiveEdition.OPEN,
                editions.stream()
                        .flatMap(edition -> edition.parts().stream())
                        .map(part -> new Call(List.of(new BoardKeys(part).complete()), List.of(expiry(part))))
                        .toList());
        pipeline.call(
                NOTE,
                editions.stream()
                        .map(edition -> new Call(
                                List.of(new BoardKeys(edition).marks()),
                                List.of(String.join(" ", marks(edition)), expiry(edition))))
                        .toList());
    }

    private String expiry(Edition edition) {
        return edition.expiresAt() == null
                ? ""
                : Long.toString(
                        Duration.between(clock.instant(), edition.expiresAt()).toMillis());
    }

    /**
     * The number of incomplete editions. Reads the replication ids of all masters once: on a cluster they take longest.
     */
    public long incomplete(Stream<Edition> editions) {
        var replicationIds = ReplicationIds.of(redis);
        return editions.filter(edition -> !of(edition).complete(replicationIds)).count();
    }

    /** @param boards the counted boards: {@code points} or {@code configured} */
    public static void countIncomplete(MeterRegistry metrics, String boards, Supplier<Number> incomplete) {
        Gauge.builder(DEGRADED, incomplete).tag("boards", boards).register(metrics);
    }

    /**
     * Makes sure that an edition is complete; false if it is not yet. Does not throw on a failure, so that other
     * editions are not held up: the next call tries again.
     *
     * @param rebuild returns the number of members of the edition
     */
    public boolean restore(Edition edition, LongSupplier rebuild) {
        try {
            if (of(edition).complete()) {
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
            failures.failure("The edition " + edition.name() + " was not rebuilt; the next call retries", failure);
            return false;
        }
    }

    /**
     * Rebuilds an edition beside the shown one, and returns the number of its members.
     *
     * @param sealed whether it takes no more updates
     */
    public long rebuild(Edition edition, boolean sealed, ScoreSource source) {
        note(edition); // its former layout may differ
        long members = of(edition).rebuild(sealed, source);
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

    /** Removes an edition in every form it may have, and its notes. A seal stays for a while. */
    public void clear(Edition edition) {
        clearNoted(edition.tag());
        of(edition).clear();
        if (isDivided(edition)) {
            sets.of(edition.undivided()).clear();
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

    private static boolean isDivided(Edition edition) {
        return !edition.buckets().isEmpty();
    }

    /**
     * Notes the layout of an edition. The keys of a former layout get no more scores. So they lose their mark of
     * completeness, in case the former rule comes back, and expire after a day: until then instances that still have
     * that rule may read them. With no stored layout: unbucketed.
     *
     * <pre>
     * SET streakboard:board:{board:7}:marks "streakboard:board:{board:7}:v3-…:complete"   or the mark of each bucket
     * </pre>
     */
    void note(Edition edition) {
        var key = new BoardKeys(edition).marks();
        var marks = marks(edition);
        var noted = redis.opsForValue().get(key);
        var now = String.join(" ", marks);
        if (!now.equals(noted)) {
            (noted == null ? marks(edition.undivided()).stream() : Stream.of(noted.split(" ")))
                    .filter(mark -> !marks.contains(mark))
                    .forEach(mark -> forget(mark, edition.expiresAt() == null ? FORMER_TTL : ""));
            redis.opsForValue().set(key, now);
        }
        expire(key, edition);
    }

    private void expire(String key, Edition edition) {
        if (edition.expiresAt() != null) {
            redis.expire(key, Duration.between(clock.instant(), edition.expiresAt()));
        }
    }

    /** The names of the marks of completeness. */
    private List<String> marks(Edition edition) {
        return edition.parts().stream()
                .map(part -> new BoardKeys(part).complete())
                .toList();
    }

    private void forget(String mark, String ttl) {
        var keys = BoardKeys.ofMark(mark);
        var touched = new ArrayList<>(List.of(mark));
        touched.addAll(keys.ranking());
        touched.addAll(keys.draft());
        redis.execute(FORMER, touched, ttl);
    }
}
