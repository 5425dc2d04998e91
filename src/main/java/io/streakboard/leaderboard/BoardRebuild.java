package io.streakboard.leaderboard;

import io.streakboard.leaderboard.LiveBoard.Update;
import io.streakboard.redis.LuaScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/** A board that is built beside the live one, which is shown until the new one replaces it whole. */
class BoardRebuild {

    private static final Duration STANDS_STILL = Duration.ofMinutes(1);
    private static final RedisScript<Long> SWAP = LuaScript.of("leaderboard/swap", Long.class);

    private final StringRedisTemplate redis;
    private final long season;
    private final String token = UUID.randomUUID().toString();
    private final List<Update> batch = new ArrayList<>(LiveBoard.BATCH);

    BoardRebuild(StringRedisTemplate redis, long season) {
        this.redis = redis;
        this.season = season;
        var begun = redis.opsForValue().setIfAbsent(LiveBoard.key(season, "rebuilding"), token, STANDS_STILL);
        if (!Boolean.TRUE.equals(begun)) {
            throw RebuildUnderWay.ofSeason(season);
        }
        redis.unlink(List.of(LiveBoard.key(season, "rebuilt"), LiveBoard.key(season, "rebuilt:corrections")));
    }

    void add(Update update) {
        batch.add(update);
        if (batch.size() == LiveBoard.BATCH) {
            flush();
        }
    }

    /** Puts the new board in place and returns how many members it has. */
    long finish() {
        flush();
        var members = Objects.requireNonNull(redis.execute(
                SWAP,
                List.of(
                        LiveBoard.key(season, "live"),
                        LiveBoard.key(season, "corrections"),
                        LiveBoard.key(season, "rebuilt"),
                        LiveBoard.key(season, "rebuilt:corrections"),
                        LiveBoard.key(season, "rebuilding")),
                token));
        if (members < 0) {
            throw new IllegalStateException("The rebuild of season " + season + " stood still for too long");
        }
        return members;
    }

    private void flush() {
        if (!batch.isEmpty()) {
            redis.execute(
                    LiveBoard.UPDATE,
                    List.of(LiveBoard.key(season, "rebuilt"), LiveBoard.key(season, "rebuilt:corrections")),
                    LiveBoard.arguments(batch));
            redis.expire(LiveBoard.key(season, "rebuilding"), STANDS_STILL);
            batch.clear();
        }
    }
}
