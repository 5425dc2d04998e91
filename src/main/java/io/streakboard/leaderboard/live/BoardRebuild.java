package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.redis.LuaScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A board that is built beside the live one. Readers see the live one until the new one replaces it as a whole. The
 * rebuild counts only for the process of Redis in which it began: a process that was started meanwhile may have an
 * older state.
 */
public final class BoardRebuild implements AutoCloseable {

    private static final String STANDS_STILL =
            Long.toString(Duration.ofMinutes(1).toMillis());

    private static final RedisScript<String> BEGIN = LuaScript.of("leaderboard/rebuild_begin", String.class);
    private static final RedisScript<Long> ADD = RedisScript.of(
            LuaScript.text("leaderboard/totals") + LuaScript.text("leaderboard/rebuild_add"), Long.class);
    private static final RedisScript<Long> SWAP = LuaScript.of("leaderboard/swap", Long.class);
    private static final RedisScript<Long> END = LuaScript.of("leaderboard/rebuild_end", Long.class);

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final BoardKeys keys;
    private final String token;
    private final List<Score> batch = new ArrayList<>(ScoreArguments.BATCH);

    BoardRebuild(StringRedisTemplate redis, Edition edition, boolean sealed) {
        this.redis = redis;
        this.edition = edition;
        this.keys = new BoardKeys(edition);
        this.token = Objects.requireNonNull(redis.execute(
                BEGIN,
                List.of(keys.rebuilding(), keys.rebuilt(), keys.rebuiltCorrections(), keys.sealed()),
                UUID.randomUUID().toString(),
                STANDS_STILL,
                sealed ? "1" : "0"));
        if (token.isEmpty()) {
            throw RebuildUnderWay.of(edition);
        }
    }

    public void add(Score score) {
        batch.add(score);
        if (batch.size() == ScoreArguments.BATCH) {
            flush();
        }
    }

    /** Puts the new board in place, marks it as complete and returns how many members it has. */
    public long finish() {
        flush();
        var all = new ArrayList<>(List.of(
                keys.live(),
                keys.corrections(),
                keys.rebuilt(),
                keys.rebuiltCorrections(),
                keys.rebuilding(),
                keys.complete(),
                keys.sealed()));
        all.addAll(keys.outdated());
        return unlessEnded(redis.execute(SWAP, all, token));
    }

    private void flush() {
        if (!batch.isEmpty()) {
            var arguments = new ArrayList<>(List.of(token, STANDS_STILL));
            arguments.addAll(ScoreArguments.of(batch, edition.packing()));
            unlessEnded(redis.execute(
                    ADD, List.of(keys.rebuilt(), keys.rebuiltCorrections(), keys.rebuilding()), arguments.toArray()));
            batch.clear();
        }
    }

    private long unlessEnded(@Nullable Long members) {
        if (members == null || members < 0) {
            throw new IllegalStateException("The rebuild of the board " + edition.name()
                    + " has ended: Redis lost data, the board was cleared, or the rebuild stood still for too long");
        }
        return members;
    }

    /** Gives up what is not finished, so that another rebuild may begin at once. */
    @Override
    public void close() {
        redis.execute(END, List.of(keys.rebuilding(), keys.rebuilt(), keys.rebuiltCorrections()), token);
    }
}
