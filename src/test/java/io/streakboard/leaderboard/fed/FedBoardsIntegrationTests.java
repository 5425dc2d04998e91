package io.streakboard.leaderboard.fed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

@FedBoards
class FedBoardsIntegrationTests {

    private static final Duration FILLED = Duration.ofSeconds(60);

    private final Api api;
    private final JdbcClient jdbc;
    private final BusinessTime time;
    private final Seasons seasons;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transactions;

    FedBoardsIntegrationTests(
            Api api,
            JdbcClient jdbc,
            BusinessTime time,
            Seasons seasons,
            ApplicationEventPublisher events,
            TransactionTemplate transactions) {
        this.api = api;
        this.jdbc = jdbc;
        this.time = time;
        this.seasons = seasons;
        this.events = events;
        this.transactions = transactions;
    }

    @BeforeEach
    void untilTheyAreFilled() {
        await().atMost(FILLED).until(() -> !isDegraded("today") && !isDegraded("weekly"));
    }

    @Test
    void awardsAreScoresUntilTheLearnerIsDeleted() {
        long learner = Learners.next();
        send(learner, "LESSON", 1, 2);
        send(learner, "NOTE", 3);
        send(learner, "LESSON", 1);

        await().untilAsserted(() -> {
            assertThat(score("today", learner).at("/score").asLong()).isEqualTo(23);
            assertThat(score("weekly", learner).at("/score").asLong()).isEqualTo(2);
        });
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", -20, "reason", "because", "requestId", "fed-" + learner))
                .has(201);
        await().untilAsserted(() ->
                assertThat(score("today", learner).at("/score").asLong()).isEqualTo(3));
        assertThat(score("weekly", learner).at("/score").asLong()).isEqualTo(2);
        assertNoDrift("today");
        assertNoDrift("weekly");

        api.admin().delete("/api/learners/" + learner);
        await().untilAsserted(() -> {
            assertThat(score("today", learner).at("/rank").isNull()).isTrue();
            assertThat(score("weekly", learner).at("/rank").isNull()).isTrue();
        });
    }

    @Test
    void aBoardIsFilledAgainWhereAnAwardIsMissing() {
        long learner = Learners.next();
        send(learner, "LESSON", 1, 2, 3);
        await().untilAsserted(() -> {
            var score = score("today", learner);
            assertThat(score.at("/score").asLong()).isEqualTo(30);
            assertThat(score.at("/rank").isNull()).isFalse(); // written to Redis as well, after MySQL
        });
        jdbc.sql("DELETE FROM board_score_log WHERE board = 'today' AND member = ?")
                .param(Long.toString(learner))
                .update();
        jdbc.sql("""
                        UPDATE board_score SET score = 0, reached_at = NULL, occurred_at = NULL
                         WHERE member = ? AND edition_id IN (SELECT id FROM board_edition WHERE board = 'today')
                        """).param(Long.toString(learner)).update();

        var rebuilt = api.admin()
                .actuate("/boards/today", Map.of("action", "rebuild"))
                .has(200);

        assertThat(rebuilt.at("/degraded").asBoolean()).isTrue();
        assertThat(rebuilt.at("/drift/missing").asLong()).isPositive();
        await().atMost(FILLED).until(() -> !isDegraded("today"));
        assertThat(score("today", learner).at("/score").asLong()).isEqualTo(30);
        assertNoDrift("today");
    }

    @Test
    void postedScoresAreRefused() {
        var score = Map.of("member", "7", "delta", 5, "messageId", "m-1");
        var named = Map.of("board", "today", "member", "7", "delta", 5, "messageId", "m-1");

        var refused = api.service().post("/api/boards/today/scores", Map.of("scores", List.of(score)));
        var among = api.service().post("/api/scores", Map.of("scores", List.of(named)));

        refused.isInvalid("board");
        assertThat(refused.at("/errors/0/code").asString()).isEqualTo("scores-from-ledger");
        assertThat(among.has(200).at("/results/0/outcome").asString()).isEqualTo("INVALID");
        assertThat(among.at("/results/0/code").asString()).isEqualTo("scores-from-ledger");
    }

    @ParameterizedTest
    @ValueSource(strings = {"remove", "reset", "rename", "merge"})
    void whatWouldDifferFromTheLedgerIsRefused(String action) {
        api.admin()
                .actuate("/boards/today", Map.of("action", action, "member", "7", "to", "8"))
                .isInvalid("action");
    }

    @Test
    void anAwardIsRegisteredForTheBoardsAndAFormersAwardChangesNothing() {
        long learner = Learners.next();
        var former = new Award(learner, seasons.current().id(), "LESSON", 10, "a", 10, 0, time.now(), null, null, null);

        var registered = transactions.execute(status -> {
            events.publishEvent(new PointsAwarded(List.of(former)));
            return jdbc.sql("SELECT COUNT(*) FROM event_publication WHERE listener_id LIKE '%LedgerListener%'")
                    .query(Integer.class)
                    .single();
        });

        assertThat(registered).isPositive();
        await().until(() -> jdbc.sql("SELECT COUNT(*) FROM event_publication")
                        .query(Integer.class)
                        .single()
                == 0);
        assertThat(score("today", learner).at("/rank").isNull()).isTrue();
    }

    /** The fill reads {@code LedgerTable.onDay}: each page begins where the last one ended, and nothing is sorted. */
    @Test
    void aPageOfTheFillIsARangeOfTheIndexOfDays() {
        var plan = jdbc.sql("""
                        EXPLAIN SELECT * FROM points_record_%d FORCE INDEX (by_day)
                         WHERE day = '2026-11-18' AND user_id > 7 ORDER BY user_id LIMIT 500
                        """.formatted(seasons.current().id())).query().singleRow();

        assertThat(plan).containsEntry("key", "by_day").containsEntry("type", "range");
        assertThat(plan.get("Extra")).asString().doesNotContain("filesort");
    }

    private void send(long learner, String type, int... sources) {
        api.take(IntStream.of(sources)
                .mapToObj(source -> Api.activity(learner, type, "fed-" + source, time.now()))
                .toList());
    }

    private JsonNode score(String board, long learner) {
        return api.service()
                .get("/api/boards/" + board + "/scores/" + learner)
                .has(200)
                .body();
    }

    private boolean isDegraded(String board) {
        return api.service()
                .get("/api/boards/" + board + "/top")
                .has(200)
                .at("/degraded")
                .asBoolean();
    }

    private void assertNoDrift(String board) {
        await().untilAsserted(() -> {
            var drift = api.admin().actuator("/boards/" + board).has(200).at("/drift");
            assertThat(drift.at("/missing").asLong()).as("%s", drift).isZero();
            assertThat(drift.at("/different").asLong()).as("%s", drift).isZero();
            assertThat(drift.at("/surplus").asLong()).as("%s", drift).isZero();
        });
    }
}
