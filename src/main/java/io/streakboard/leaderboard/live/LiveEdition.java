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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * An edition that still changes, in Redis: a sorted set and its other keys, see {@link BoardKeys}. It takes scores, and
 * can be rebuilt, sealed and removed.
 *
 * <pre>
 * ZADD   streakboard:board:{tag}:v3:live GT CH 128282223 07c5e1r57   in write.lua
 * SET    streakboard:board:{tag}:v3:complete a0d1…             in swap.lua: the replication id of its master
 * UNLINK streakboard:board:{tag}:v3:live …
 * </pre>
 */
public final class LiveEdition implements LiveStore {

    private static final Duration SEAL_TTL = Duration.ofDays(30);

    private static final String SEALED = "1";

    static final RedisScript<Long> OPEN = LuaScript.ofMarks("leaderboard/open", Long.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> WRITE = EditionScripts.changing("write", List.class);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> LEAVE = EditionScripts.changing("leave", List.class);

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

    @Override
    public Edition edition() {
        return edition;
    }

    @Override
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

    @Override
    public void update(List<Score> scores) {
        Batches.of(edition, scores).forEach(batch -> write(batch, false));
    }

    private List<?> write(List<Score> batch, boolean ranks) {
        var arguments = new ArrayList<>(List.of(ranks ? "1" : "0"));
        arguments.addAll(scripts.arguments(batch));
        return scripts.change(WRITE, keys.all(), arguments);
    }

    /**
     * Removes members that have moved to other buckets, and returns moves to this one that are newer: see leave.lua.
     */
    public List<BucketMove> leave(int number, List<BucketMove> moves, boolean built) {
        if (moves.isEmpty()) {
            return List.of();
        }
        var arguments = new ArrayList<>(List.of(built ? "1" : "0", Integer.toString(number)));
        for (var move : moves) {
            arguments.add(edition.written(move.member()));
            arguments.add(Integer.toString(move.corrections()));
            arguments.add(Integer.toString(move.bucket()));
        }
        var corrections = scripts.change(LEAVE, keys.all(), arguments);
        return IntStream.range(0, moves.size())
                .mapToObj(i -> new BucketMove(moves.get(i).member(), ((Long) corrections.get(i)).intValue(), number))
                .filter(move -> move.corrections() >= 0)
                .toList();
    }

    private static @Nullable Long rank(Object rank) {
        return (Long) rank == 0 ? null : (Long) rank;
    }

    @Override
    public long rebuild(boolean sealed, ScoreSource source) {
        try (var rebuild = rebuild(sealed)) {
            source.forEach(rebuild::add);
            return rebuild.finish();
        }
    }

    public BoardRebuild rebuild(boolean sealed) {
        return rebuild(sealed, new ArrayDeque<>());
    }

    /**
     * Begins a rebuild of the edition.
     *
     * @param sealed whether to seal the edition before its scores are read
     * @param inFlight batches that Redis has not answered yet, shared by the rebuilds of all buckets
     */
    public BoardRebuild rebuild(boolean sealed, Deque<Sent<Long>> inFlight) {
        return new BoardRebuild(redis, edition, clock, sealed, inFlight);
    }

    @Override
    public void open() {
        redis.execute(OPEN, List.of(keys.complete()), scripts.expiry());
    }

    @Override
    public boolean asSealed() {
        return asSealed(replicationIds());
    }

    @Override
    public List<String> replicationIds() {
        return ReplicationIds.of(redis);
    }

    @Override
    public boolean complete(List<String> replicationIds) {
        return redis.execute(ReplicationIds.HOLDS, List.of(keys.complete()), replicationIds.toArray()) == 1;
    }

    /** Reads the seal last, because a rebuild in between leaves another seal. */
    public boolean asSealed(List<String> replicationIds) {
        return complete(replicationIds) && SEALED.equals(redis.opsForValue().get(keys.sealed()));
    }

    @Override
    public long version() {
        var version = redis.opsForValue().get(keys.version());
        return version == null ? 0 : Long.parseLong(version);
    }

    /** A rebuild since then leaves another value. */
    @Override
    public void seal() {
        redis.opsForValue().set(keys.sealed(), SEALED);
    }

    @Override
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

    /** Reads the bound last: members that were trimmed before the values were read are at or below it. */
    @Override
    public LiveValues values(List<Score> expected) {
        var members = expected.stream().map(Score::member).toList();
        var values = redis.opsForZSet()
                .score(keys.live(), members.stream().map(edition::written).toArray());
        return LiveValues.of(
                edition,
                members,
                Objects.requireNonNull(values),
                redis.opsForValue().get(keys.bound()));
    }

    @Override
    public long bytes() {
        return redis.execute(BYTES, keys.everything());
    }

    @Override
    public List<Long> sizes() {
        return List.of(Objects.requireNonNullElse(redis.opsForZSet().zCard(keys.live()), 0L));
    }
}
