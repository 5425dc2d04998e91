package io.streakboard.leaderboard.live;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisSortedSetAsyncCommands;
import io.lettuce.core.output.ScoredValueStreamingChannel;
import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.redis.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A ranking that no longer changes, read by ranks: a sealed board, or a rehearsal's copy of a live board. It has one
 * sorted set for each part of the board. Their sizes are final, so the rank determines the set.
 *
 * <pre>
 * ZCARD     streakboard:board:{tag:2}:v3-…:live                     of each part, if there are more than one
 * ZREVRANGE streakboard:board:{tag}:v3:live 10000 19999 WITHSCORES
 * ZSCAN     streakboard:board:{tag}:v3:live 0 COUNT 500              in take.lua
 * </pre>
 */
public final class FrozenRanking {

    private static final String START = "0";
    private static final String SLICE_SIZE = "500";

    /** In case the copy is never removed. */
    private static final String COPY_TTL = Long.toString(Duration.ofDays(1).toMillis());

    private static final RedisScript<String> TAKE = LuaScript.of("leaderboard/take", String.class);

    private final StringRedisTemplate redis;
    private final ScorePacking packing;
    private final List<byte[]> keys;

    private FrozenRanking(StringRedisTemplate redis, List<Edition> parts, Function<BoardKeys, String> key) {
        this.redis = redis;
        this.packing = parts.getFirst().packing();
        this.keys = parts.stream()
                .map(part -> key.apply(new BoardKeys(part)).getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    /**
     * The board itself.
     *
     * @param parts of the board, from the best to the worst
     */
    public static FrozenRanking board(StringRedisTemplate redis, List<Edition> parts) {
        return new FrozenRanking(redis, parts, BoardKeys::live);
    }

    /** The copy taken by a rehearsal. */
    public static FrozenRanking copy(StringRedisTemplate redis, List<Edition> parts, long rehearsal) {
        return new FrozenRanking(redis, parts, keys -> keys.rehearsal(rehearsal));
    }

    /**
     * Copies a live board for a rehearsal, in slices: copying a million members at once would block Redis for a second.
     * The board changes meanwhile. A member that moves to another part may be copied twice or not at all.
     */
    public static void take(StringRedisTemplate redis, List<Edition> parts, long rehearsal) {
        parts.forEach(part -> take(redis, part, rehearsal));
    }

    private static void take(StringRedisTemplate redis, Edition part, long rehearsal) {
        var keys = new BoardKeys(part);
        var copy = keys.rehearsal(rehearsal);
        redis.unlink(copy);
        var cursor = START;
        do {
            cursor = Objects.requireNonNull(
                    redis.execute(TAKE, List.of(keys.live(), copy), cursor, SLICE_SIZE, COPY_TTL));
        } while (!cursor.equals(START));
    }

    /** Removes the copy of a rehearsal. */
    public static void remove(StringRedisTemplate redis, List<Edition> parts, long rehearsal) {
        parts.forEach(part -> redis.unlink(new BoardKeys(part).rehearsal(rehearsal)));
    }

    /** The number of members of each part, best scores first. */
    public List<Long> sizes() {
        return keys.stream().map(key -> call(sets -> sets.zcard(key))).toList();
    }

    public long members() {
        return sizes().stream().mapToLong(Long::longValue).sum();
    }

    /** A range of ranks, by the plain command: a script would first turn thousands of members into a table. */
    public List<Standing> ranks(long firstRank, int size) {
        var sizes = keys.size() == 1 ? List.of(Long.MAX_VALUE) : sizes();
        var standings = new ArrayList<Standing>(size);
        long before = 0;
        for (int i = 0; i < keys.size(); i++) {
            long first = Math.max(firstRank, before + 1);
            long last = Math.min(firstRank + size - 1, before + sizes.get(i));
            if (first <= last) {
                read(keys.get(i), before, first, last, standings);
            }
            before += sizes.get(i);
        }
        return standings;
    }

    /**
     * Streams the members as Lettuce receives them; Spring would collect them in a set first.
     *
     * @param before number of ranks in better parts
     */
    private void read(byte[] key, long before, long first, long last, List<Standing> standings) {
        int already = standings.size();
        ScoredValueStreamingChannel<byte[]> members = member -> standings.add(packing.standing(
                first + standings.size() - already, BoardMember.learner(member.getValue()), (long) member.getScore()));
        call(sets -> sets.zrevrangeWithScores(members, key, first - before - 1, last - before - 1));
    }

    @SuppressWarnings("unchecked") // Spring's connections are made for bytes
    private Long call(Function<RedisSortedSetAsyncCommands<byte[], byte[]>, RedisFuture<Long>> command) {
        return Objects.requireNonNull(redis.execute((RedisCallback<Long>) connection -> command.apply(
                        (RedisSortedSetAsyncCommands<byte[], byte[]>) connection.getNativeConnection())
                .toCompletableFuture()
                .join()));
    }
}
