package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import java.time.Clock;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Where editions are found in Redis. */
@Component
public class LiveBoards {

    private final StringRedisTemplate redis;
    private final Clock clock;

    /** @param clock by which editions expire */
    LiveBoards(StringRedisTemplate redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
    }

    public LiveEdition of(Edition edition) {
        return new LiveEdition(redis, edition, clock);
    }

    public Ranking ranking(Edition edition) {
        return new LiveRanking(redis, edition, clock);
    }

    /** The pages of an edition that fit each other. */
    public Snapshot snapshot(Edition edition) {
        return new Snapshot(redis, edition, clock);
    }
}
