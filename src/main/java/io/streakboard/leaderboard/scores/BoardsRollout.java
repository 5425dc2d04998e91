package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.live.Rollout;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** The rollout of rules of boards. */
@Component
class BoardsRollout extends Rollout {

    BoardsRollout(StringRedisTemplate redis, Editions editions) {
        super(redis, "configured", editions::encodings);
    }
}
