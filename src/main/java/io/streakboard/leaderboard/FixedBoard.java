package io.streakboard.leaderboard;

import io.lettuce.core.api.async.RedisSortedSetAsyncCommands;
import io.lettuce.core.output.ScoredValueStreamingChannel;
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
import org.springframework.stereotype.Component;

/**
 * Boards that nobody changes any more, read by ranks: sealed ones, and what rehearsals take of live ones.
 *
 * <pre>
 * ZREVRANGE streakboard:board:{season:12}:v2:live 10000 19999 WITHSCORES
 * </pre>
 */
@Component
class FixedBoard {

    private static final String FROM_THE_START = "0";
    private static final int MEMBERS_A_SLICE = 500;

    /** Should what removes it fail. */
    private static final Duration REHEARSAL_LASTS_AT_MOST = Duration.ofDays(1);

    private static final RedisScript<String> TAKE = LuaScript.of("leaderboard/take", String.class);

    private final StringRedisTemplate redis;

    FixedBoard(StringRedisTemplate redis) {
        this.redis = redis;
    }

    long members(String key) {
        return Objects.requireNonNullElse(redis.opsForZSet().zCard(key), 0L);
    }

    /**
     * A stretch of ranks, by the plain command: no script has to turn thousands of members into a table first. Lettuce
     * hands the members over as they arrive; Spring would put them into a set first.
     */
    List<Standing> ranks(BoardCopy copy, long firstRank, int size) {
        var key = copy.key().getBytes(StandardCharsets.US_ASCII);
        var score = BoardScore.of(copy.season());
        var standings = new ArrayList<Standing>(size);
        ScoredValueStreamingChannel<byte[]> members = member -> {
            long packed = (long) member.getScore();
            long rank = firstRank + standings.size();
            long learner = BoardMember.learner(member.getValue());
            standings.add(new Standing(rank, learner, score.points(packed), score.reachedAt(packed)));
        };
        redis.execute((RedisCallback<Long>) connection -> sortedSets(connection)
                .zrevrangeWithScores(members, key, firstRank - 1, firstRank + size - 2)
                .toCompletableFuture()
                .join());
        return standings;
    }

    @SuppressWarnings("unchecked") // Spring's connections are made for bytes
    private static RedisSortedSetAsyncCommands<byte[], byte[]> sortedSets(RedisConnection connection) {
        return (RedisSortedSetAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
    }

    /**
     * Copies a board that goes on changing, in slices: to copy a million members at once would block Redis for a second.
     * Each member is copied as it is when its slice is.
     */
    void take(String live, String copy) {
        redis.unlink(copy);
        var cursor = FROM_THE_START;
        do {
            cursor = Objects.requireNonNull(
                    redis.execute(TAKE, List.of(live, copy), cursor, Integer.toString(MEMBERS_A_SLICE)));
        } while (!cursor.equals(FROM_THE_START));
        redis.expire(copy, REHEARSAL_LASTS_AT_MOST);
    }

    void remove(String key) {
        redis.unlink(key);
    }
}
