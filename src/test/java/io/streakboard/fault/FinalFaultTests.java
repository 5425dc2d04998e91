package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * An instance is killed with {@code kill -9} while it copies a final ranking, and the next one as well. The ranking is
 * complete and in its order all the same, told once, and each prize is given once.
 */
class FinalFaultTests {

    private static final String SCHEMA = "finals";
    private static final int LEARNERS = 30_000;
    private static final int AT_ONCE = 1_000;
    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, Object> SETTINGS = Map.of(
            "streakboard.boards[0].name", "cup",
            "streakboard.rewards.boards.cup[0].to-rank", "2",
            "streakboard.rewards.boards.cup[0].points", "50",
            "streakboard.feed.enabled", "true",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private EmbeddedServers servers;
    private ApplicationProcess instance;
    private JdbcClient jdbc;

    @BeforeEach
    void start() throws Exception {
        servers = EmbeddedServers.startFresh("finals");
        instance = startInstance();
        jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
    }

    @AfterEach
    void stop() {
        instance.close();
        servers.close();
    }

    private ApplicationProcess startInstance() {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(SETTINGS);
        return ApplicationProcess.startPackaged("finals", properties);
    }

    @Test
    void aRankingWhoseCopyWasKilledTwiceIsWholeAndToldOnce() throws Exception {
        for (int first = 1; first <= LEARNERS; first += AT_ONCE) {
            post(first);
        }
        assertThat(instance.actuate("/actuator/boards/cup", "{\"action\":\"close\",\"period\":\"all\"}")
                        .statusCode())
                .isEqualTo(200);

        for (int kill = 1; kill <= 2; kill++) {
            int tries = kill;
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> tries() >= tries && rows() > LEARNERS / 10 && rows() < LEARNERS / 2);
            instance.kill();
            JobLocks.remove(servers);
            assertThat(isFinal()).isFalse();
            instance = startInstance();
        }

        await().atMost(PATIENCE).until(this::isFinal);
        assertThat(tries()).isGreaterThanOrEqualTo(3);
        assertThat(jdbc.sql("SELECT member FROM board_final_rank ORDER BY place")
                        .query(String.class)
                        .list())
                .containsExactlyElementsOf(IntStream.iterate(LEARNERS, learner -> learner > 0, learner -> learner - 1)
                        .mapToObj(String::valueOf)
                        .toList());
        await().atMost(PATIENCE)
                .until(() -> jdbc.sql("SELECT COUNT(*) FROM event_publication")
                                .query(Integer.class)
                                .single()
                        == 0);
        assertThat(JSON.readTree(instance.get("/api/feed?types=board.final", SERVICE)
                                .body())
                        .get("items"))
                .hasSize(1)
                .allSatisfy(told -> assertThat(told.at("/data/members").asInt()).isEqualTo(LEARNERS));
        assertThat(jdbc.sql("SELECT user_id FROM board_prize ORDER BY place")
                        .query(Integer.class)
                        .list())
                .isEqualTo(List.of(LEARNERS, LEARNERS - 1));
    }

    /** A learner has as many points as the own id. */
    private void post(int first) throws Exception {
        var scores = IntStream.range(first, first + AT_ONCE)
                .mapToObj("{\"member\":\"%1$d\",\"delta\":%1$d,\"messageId\":\"%1$d\"}"::formatted)
                .collect(Collectors.joining(",", "{\"scores\":[", "]}"));
        var answer = instance.post("/api/boards/cup/scores", SERVICE, scores);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private int tries() {
        return jdbc.sql("SELECT COALESCE(MAX(tries), 0) FROM board_final")
                .query(Integer.class)
                .single();
    }

    private int rows() {
        return jdbc.sql("SELECT COUNT(*) FROM board_final_rank")
                .query(Integer.class)
                .single();
    }

    private boolean isFinal() {
        return jdbc.sql("SELECT COUNT(*) FROM board_final WHERE final_at IS NOT NULL")
                        .query(Integer.class)
                        .single()
                == 1;
    }
}
