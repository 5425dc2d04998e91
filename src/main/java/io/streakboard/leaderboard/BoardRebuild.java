package io.streakboard.leaderboard;

import io.streakboard.leaderboard.LiveBoard.Update;
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
 * A board that is built beside the live one, which is shown until the new one replaces it whole. It counts only for the
 * process of Redis in which it began: one that was started meanwhile may have an older state.
 */
class BoardRebuild implements AutoCloseable {

    private static final String STANDS_STILL =
            Long.toString(Duration.ofMinutes(1).toMillis());

    private static final RedisScript<String> BEGIN = LuaScript.of("leaderboard/rebuild_begin", String.class);
    private static final RedisScript<Long> ADD = RedisScript.of(
            LuaScript.text("leaderboard/totals") + LuaScript.text("leaderboard/rebuild_add"), Long.class);
    private static final RedisScript<Long> SWAP = LuaScript.of("leaderboard/swap", Long.class);
    private static final RedisScript<Long> END = LuaScript.of("leaderboard/rebuild_end", Long.class);

    private final StringRedisTemplate redis;
    private final long season;
    private final String token;
    private final List<Update> batch = new ArrayList<>(LiveBoard.BATCH);

    BoardRebuild(StringRedisTemplate redis, long season, boolean sealed) {
        this.redis = redis;
        this.season = season;
        this.token = Objects.requireNonNull(redis.execute(
                BEGIN,
                List.of(
                        BoardKeys.rebuilding(season),
                        BoardKeys.rebuilt(season),
                        BoardKeys.rebuiltCorrections(season),
                        BoardKeys.sealed(season)),
                UUID.randomUUID().toString(),
                STANDS_STILL,
                sealed ? "1" : "0"));
        if (token.isEmpty()) {
            throw RebuildUnderWay.ofSeason(season);
        }
    }

    void add(Update update) {
        batch.add(update);
        if (batch.size() == LiveBoard.BATCH) {
            flush();
        }
    }

    /** Puts the new board in place, marks it as complete and returns how many members it has. */
    long finish() {
        flush();
        var keys = new ArrayList<>(List.of(
                BoardKeys.live(season),
                BoardKeys.corrections(season),
                BoardKeys.rebuilt(season),
                BoardKeys.rebuiltCorrections(season),
                BoardKeys.rebuilding(season),
                BoardKeys.complete(season),
                BoardKeys.sealed(season)));
        keys.addAll(BoardKeys.outdated(season));
        return unlessEnded(redis.execute(SWAP, keys, token));
    }

    private void flush() {
        if (!batch.isEmpty()) {
            var arguments = new ArrayList<>(List.of(token, STANDS_STILL));
            arguments.addAll(LiveBoard.arguments(batch));
            unlessEnded(redis.execute(
                    ADD,
                    List.of(
                            BoardKeys.rebuilt(season),
                            BoardKeys.rebuiltCorrections(season),
                            BoardKeys.rebuilding(season)),
                    arguments.toArray()));
            batch.clear();
        }
    }

    private long unlessEnded(@Nullable Long members) {
        if (members == null || members < 0) {
            throw new IllegalStateException("The rebuild of season " + season
                    + " has ended: Redis lost data, the board was cleared, or it stood still for too long");
        }
        return members;
    }

    /** Gives up what is not finished, so that another rebuild may begin at once. */
    @Override
    public void close() {
        redis.execute(
                END,
                List.of(BoardKeys.rebuilding(season), BoardKeys.rebuilt(season), BoardKeys.rebuiltCorrections(season)),
                token);
    }
}
