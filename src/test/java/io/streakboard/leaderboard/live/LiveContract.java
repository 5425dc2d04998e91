package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The contract in Redis. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class LiveContract extends RankingContract {

    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T05:00:00Z"), ZoneOffset.UTC);

    private final TestRedis server = new TestRedis(server());
    final StringRedisTemplate redis = server.template();

    protected RedisStandaloneConfiguration server() {
        return TestRedis.shared();
    }

    @BeforeAll
    void connect() {
        server.connect();
    }

    @AfterAll
    void disconnect() {
        server.disconnect();
    }

    static Store store(LiveStore live, Ranking ranking) {
        return new Store() {

            @Override
            public List<RankChange> write(List<Score> scores) {
                return live.write(scores);
            }

            @Override
            public Ranking ranking() {
                return ranking;
            }
        };
    }
}
