package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * An instance is killed with {@code kill -9} while it seats learners, and the next one while it gives places. The week
 * ends all the same: each learner has one seat and one place, and the end is told once.
 */
@Tag("release")
class LeagueFaultTests {

    private static final String SCHEMA = "leagues";
    private static final int LEARNERS = 12_000;
    private static final int AT_ONCE = 1_000;
    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Map<String, Object> SETTINGS = Map.of(
            "streakboard.zone", "UTC",
            "streakboard.leagues.enabled", "true",
            "streakboard.leagues.check-interval", "1s",
            "streakboard.feed.enabled", "true",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private final LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(9); // of no week that the instance knows
    private EmbeddedServers servers;
    private ApplicationProcess instance;
    private JdbcClient jdbc;

    @BeforeEach
    void start() throws Exception {
        servers = EmbeddedServers.startFresh("leagues");
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
        return ApplicationProcess.startPackaged("leagues", properties);
    }

    @Test
    void aWeekWhoseEndWasKilledTwiceIsWholeAndToldOnce() throws Exception {
        for (int first = 1; first <= LEARNERS; first += AT_ONCE) {
            post(first);
        }
        jdbc.sql("INSERT INTO league_week (first_day, next_day) VALUES (?, ?)")
                .params(day, day.plusDays(1))
                .update();

        killAt("1 = 1");
        killAt("place IS NOT NULL");

        await().atMost(PATIENCE).until(() -> count("league_week WHERE ended_at IS NOT NULL") == 1);
        assertThat(count("league_member WHERE points = 10 AND place BETWEEN 1 AND active AND active <= 30"))
                .isEqualTo(LEARNERS);
        assertThat(jdbc.sql("SELECT COUNT(DISTINCT cohort_id, place) FROM league_member")
                        .query(Integer.class)
                        .single())
                .isEqualTo(LEARNERS);
        assertThat(count("league_member WHERE next_tier = 'silver'")).isEqualTo(LEARNERS / 30 * 7);
        await().atMost(PATIENCE).until(() -> count("event_publication") == 0);
        assertThat(count("feed WHERE type = 'league.ended'")).isEqualTo(1);
    }

    private void killAt(String members) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(() -> {
            int done = count("league_member WHERE " + members);
            return done > LEARNERS / 20 && done < LEARNERS;
        });
        instance.kill();
        JobLocks.remove(servers);
        assertThat(count("league_week WHERE ended_at IS NOT NULL")).isZero();
        instance = startInstance();
    }

    /** A lesson for each learner. */
    private void post(int first) throws Exception {
        var activities = IntStream.range(first, first + AT_ONCE)
                .mapToObj(learner ->
                        "{\"learner\":\"%d\",\"type\":\"LESSON\",\"sourceId\":\"one\",\"occurredAt\":\"%sT12:00:00Z\"}"
                                .formatted(learner, day))
                .collect(Collectors.joining(",", "{\"activities\":[", "]}"));
        var answer = instance.post("/api/activities", SERVICE, activities);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private int count(String rows) {
        return jdbc.sql("SELECT COUNT(*) FROM " + rows).query(Integer.class).single();
    }
}
