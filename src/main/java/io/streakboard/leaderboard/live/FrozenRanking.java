package io.streakboard.leaderboard.live;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisSortedSetAsyncCommands;
import io.lettuce.core.output.ScoredValueStreamingChannel;
import io.streakboard.leaderboard.board.BoardMember;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.redis.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A ranking that no longer changes, read by ranks: a sealed board, or a rehearsal's copy of a live board. The sizes of a
 * divided board's sets are final, so the rank determines the set.
 *
 * <pre>
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
    private final Edition edition;
    private final BoardKeys keys;
    private final @Nullable Long rehearsal;

    /** @param rehearsal the rehearsal whose copy is read; null for the board itself */
    public FrozenRanking(StringRedisTemplate redis, Edition edition, @Nullable Long rehearsal) {
        this.redis = redis;
        this.edition = edition;
        this.keys = new BoardKeys(edition);
        this.rehearsal = rehearsal;
    }

    /**
     * Copies a live board for a rehearsal into one sorted set, in slices: copying a million members at once would block
     * Redis for a second. The board changes meanwhile. The worst scores come first, as members rise as a rule.
     */
    public void take() {
        remove();
        keys.sets().forEach(this::take);
    }

    private void take(String set) {
        var cursor = START;
        do {
            cursor = Objects.requireNonNull(redis.execute(TAKE, List.of(set, copy()), cursor, SLICE_SIZE, COPY_TTL));
        } while (!cursor.equals(START));
    }

    /** Removes the copy. */
    public void remove() {
        redis.unlink(copy());
    }

    private String copy() {
        return keys.rehearsal(Objects.requireNonNull(rehearsal));
    }

    public long members() {
        return sizes().stream().mapToLong(Long::longValue).sum();
    }

    /** The size of each set, best scores first. */
    private List<Long> sizes() {
        return rehearsal == null
                ? LiveEdition.sizes(redis, keys).reversed()
                : List.of(Objects.requireNonNullElse(redis.opsForZSet().zCard(copy()), 0L));
    }

    /** A range of ranks, by the plain command: a script would first turn thousands of members into a table. */
    public List<Standing> ranks(long firstRank, int size) {
        var standings = new ArrayList<Standing>(size);
        if (rehearsal != null || !edition.isDivided()) {
            read(rehearsal == null ? keys.live() : copy(), 0, firstRank, firstRank + size - 1, standings);
            return standings;
        }
        var sizes = sizes();
        long before = 0;
        for (int i = 0; i < sizes.size(); i++) {
            long first = Math.max(firstRank, before + 1);
            long last = Math.min(firstRank + size - 1, before + sizes.get(i));
            if (first <= last) {
                read(keys.sets().get(sizes.size() - 1 - i), before, first, last, standings);
            }
            before += sizes.get(i);
        }
        return standings;
    }

    /**
     * Streams the members as Lettuce receives them; Spring would collect them in a set first.
     *
     * @param before number of ranks in better sets
     */
    private void read(String set, long before, long first, long last, List<Standing> standings) {
        int already = standings.size();
        var key = set.getBytes(StandardCharsets.US_ASCII);
        ScoredValueStreamingChannel<byte[]> members = member -> standings.add(edition.packing()
                .standing(first + standings.size() - already, BoardMember.learner(member.getValue()), (long)
                        member.getScore()));
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
