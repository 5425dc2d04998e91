package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.set.Batches;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.leaderboard.live.set.EditionScripts;
import io.streakboard.redis.LuaScript;
import io.streakboard.redis.ReplicationIds;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * An edition that still changes, in Redis: a sorted set, or several for ranges of scores, and its other keys, see
 * {@link BoardKeys}. It takes scores, and can be rebuilt, sealed and removed.
 *
 * <pre>
 * ZADD   streakboard:board:{tag}:v3:live GT CH 128282223 07c5e1r57   in write.lua
 * SET    streakboard:board:{tag}:v3:complete a0d1…             in swap.lua: the replication id of its master
 * ZREM   streakboard:board:{tag}:v3-auto:live:4 07c5e1r57      in write.lua: a member has got into another range
 * UNLINK streakboard:board:{tag}:v3:live …
 * </pre>
 */
public final class LiveEdition {

    private static final Duration SEAL_TTL = Duration.ofDays(30);

    private static final String SEALED = "1";

    static final RedisScript<Long> OPEN = LuaScript.ofMarks("leaderboard/open", Long.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> WRITE = EditionScripts.changing("write", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> VALUES = EditionScripts.reading("values", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> SIZES = LuaScript.of("leaderboard/sizes", List.class);

    private static final RedisScript<Long> BYTES = LuaScript.of("leaderboard/bytes", Long.class);

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final Clock clock;
    private final BoardKeys keys;
    private final EditionScripts scripts;

    public LiveEdition(StringRedisTemplate redis, Edition edition, Clock clock) {
        this.redis = redis;
        this.edition = edition;
        this.clock = clock;
        this.keys = new BoardKeys(edition);
        this.scripts = new EditionScripts(redis, edition, clock);
    }

    public Edition edition() {
        return edition;
    }

    /**
     * Writes scores and returns the changes of ranks, in the given order, without ranks while members are missing; does
     * nothing if the edition is sealed.
     */
    public List<RankChange> write(List<Score> scores) {
        var changes = new ArrayList<RankChange>(scores.size());
        for (var batch : Batches.of(edition, scores)) {
            var ranks = write(batch, true);
            for (int i = 0; i < batch.size(); i++) {
                changes.add(
                        ranks.isEmpty()
                                ? new RankChange(null, null)
                                : new RankChange(rank(ranks.get(2 * i)), rank(ranks.get(2 * i + 1))));
            }
        }
        return changes;
    }

    /** Writes asynchronously. */
    public Sent<List<RankChange>> send(List<Score> scores) {
        return Sent.of(() -> write(scores));
    }

    /** Writes scores without reading ranks, which is faster; does nothing if the edition is sealed. */
    public void update(List<Score> scores) {
        Batches.of(edition, scores).forEach(batch -> write(batch, false));
    }

    private List<?> write(List<Score> batch, boolean ranks) {
        var arguments = new ArrayList<>(List.of(ranks ? "1" : "0"));
        arguments.addAll(scripts.arguments(batch));
        return scripts.change(WRITE, keys.all(), arguments);
    }

    private static @Nullable Long rank(Object rank) {
        return (Long) rank == 0 ? null : (Long) rank;
    }

    /** Rebuilds the edition beside the shown one, and returns the number of its members. */
    public long rebuild(boolean sealed, List<Long> bounds, ScoreSource source) {
        try (var rebuild = rebuild(sealed, bounds)) {
            source.forEach(rebuild::add);
            return rebuild.finish();
        }
    }

    /**
     * Begins a rebuild of the edition.
     *
     * @param sealed whether to seal the edition before its scores are read
     * @param bounds greatest scores, in rising order, of the ranges that get sets of their own
     */
    public BoardRebuild rebuild(boolean sealed, List<Long> bounds) {
        return new BoardRebuild(redis, edition, clock, sealed, bounds);
    }

    /** Whether the edition has all scores in MySQL. */
    public boolean complete() {
        return complete(ReplicationIds.of(redis));
    }

    /** For callers that check many editions and read the ids of all masters once. */
    boolean complete(List<String> replicationIds) {
        return redis.execute(ReplicationIds.HOLDS, List.of(keys.complete()), replicationIds.toArray()) == 1;
    }

    /**
     * Whether it is complete, sealed, and was not rebuilt since it was sealed. Reads the seal last, because a rebuild in
     * between leaves another seal.
     */
    public boolean asSealed() {
        return complete() && SEALED.equals(redis.opsForValue().get(keys.sealed()));
    }

    /** Rises with each change; 0 if there was none. */
    public long version() {
        var version = redis.opsForValue().get(keys.version());
        return version == null ? 0 : Long.parseLong(version);
    }

    /** Stops the edition from taking updates. A rebuild since then leaves another seal. */
    public void seal() {
        redis.opsForValue().set(keys.sealed(), SEALED);
    }

    /** Removes the edition and ends a rebuild. A seal stays for a while, to refuse late updates. */
    public void clear() {
        clear(redis, keys);
    }

    static void clear(StringRedisTemplate redis, BoardKeys keys) {
        var all = new ArrayList<>(keys.everything());
        all.remove(keys.sealed());
        all.add(keys.marks());
        redis.unlink(all);
        redis.expire(keys.sealed(), SEAL_TTL);
    }

    /** The values of some members in Redis, to compare with their expected scores. */
    LiveValues values(List<Score> expected) {
        var arguments = expected.stream()
                .flatMap(score -> Stream.of(
                        edition.written(score.member()),
                        edition.packing().text(edition.packing().pack(score))))
                .toList();
        return LiveValues.of(edition, expected, scripts.read(VALUES, keys.shown(), arguments));
    }

    /** Bytes of its keys, estimated by {@code MEMORY USAGE}. */
    public long bytes() {
        return redis.execute(BYTES, keys.everything());
    }

    /** The number of members in Redis, ranked or in the margin. */
    public long members() {
        return sizes().stream().mapToLong(Long::longValue).sum();
    }

    /** Size of each sorted set, worst scores first. */
    public List<Long> sizes() {
        return sizes(redis, keys);
    }

    @SuppressWarnings("unchecked")
    static List<Long> sizes(StringRedisTemplate redis, BoardKeys keys) {
        return Objects.requireNonNull(redis.execute(SIZES, List.of(keys.live())));
    }
}
