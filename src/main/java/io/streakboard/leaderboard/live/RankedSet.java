package io.streakboard.leaderboard.live;

import io.lettuce.core.api.async.RedisSortedSetAsyncCommands;
import io.lettuce.core.output.ScoredValueStreamingChannel;
import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.redis.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A sorted set that nobody changes any more, read by ranks: the board itself once it is sealed, or the copy of a live
 * board that a rehearsal takes.
 *
 * <pre>
 * ZREVRANGE streakboard:board:{tag}:v2:live 10000 19999 WITHSCORES
 * ZSCAN     streakboard:board:{tag}:v2:live 0 COUNT 500              in take.lua
 * </pre>
 */
public final class RankedSet {

    private static final String FROM_THE_START = "0";
    private static final int MEMBERS_A_SLICE = 500;

    /** In case that nobody removes the copy. */
    private static final Duration COPY_LASTS_AT_MOST = Duration.ofDays(1);

    private static final RedisScript<String> TAKE = LuaScript.of("leaderboard/take", String.class);

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final String key;

    private RankedSet(StringRedisTemplate redis, Edition edition, String key) {
        this.redis = redis;
        this.edition = edition;
        this.key = key;
    }

    /** The set of the board itself. */
    public static RankedSet board(StringRedisTemplate redis, Edition edition) {
        return new RankedSet(redis, edition, new BoardKeys(edition).live());
    }

    /** The copy that a rehearsal has taken. */
    public static RankedSet copy(StringRedisTemplate redis, Edition edition, long rehearsal) {
        return new RankedSet(redis, edition, new BoardKeys(edition).rehearsal(rehearsal));
    }

    /**
     * Copies a live board for a rehearsal, in slices: to copy a million members at once would block Redis for a
     * second. The board goes on changing, and each member is copied as it is when its slice is.
     */
    public static void take(StringRedisTemplate redis, Edition edition, long rehearsal) {
        var keys = new BoardKeys(edition);
        var copy = keys.rehearsal(rehearsal);
        redis.unlink(copy);
        var cursor = FROM_THE_START;
        do {
            cursor = Objects.requireNonNull(
                    redis.execute(TAKE, List.of(keys.live(), copy), cursor, Integer.toString(MEMBERS_A_SLICE)));
        } while (!cursor.equals(FROM_THE_START));
        redis.expire(copy, COPY_LASTS_AT_MOST);
    }

    /** Removes the copy of a rehearsal. */
    public static void remove(StringRedisTemplate redis, Edition edition, long rehearsal) {
        redis.unlink(new BoardKeys(edition).rehearsal(rehearsal));
    }

    public long members() {
        return Objects.requireNonNullElse(redis.opsForZSet().zCard(key), 0L);
    }

    /**
     * A stretch of ranks, by the plain command: no script has to turn thousands of members into a table first. Lettuce
     * hands the members over as they arrive; Spring would put them into a set first.
     */
    public List<Standing> ranks(long firstRank, int size) {
        var standings = new ArrayList<Standing>(size);
        ScoredValueStreamingChannel<byte[]> members = member -> standings.add(
                edition.packing().standing(firstRank + standings.size(), BoardMember.learner(member.getValue()), (long)
                        member.getScore()));
        redis.execute((RedisCallback<Long>) connection -> sortedSets(connection)
                .zrevrangeWithScores(
                        members, key.getBytes(StandardCharsets.US_ASCII), firstRank - 1, firstRank + size - 2)
                .toCompletableFuture()
                .join());
        return standings;
    }

    @SuppressWarnings("unchecked") // Spring's connections are made for bytes
    private static RedisSortedSetAsyncCommands<byte[], byte[]> sortedSets(RedisConnection connection) {
        return (RedisSortedSetAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
    }
}
