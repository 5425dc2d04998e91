package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.live.Rollout;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** The rollout of a configuration of the points board. */
@Component
public class PointsRollout extends Rollout {

    PointsRollout(StringRedisTemplate redis, BoardRules rules, AllTimeProperties allTime) {
        super(redis, "points", () -> rules.points() + " " + allTime);
    }
}
