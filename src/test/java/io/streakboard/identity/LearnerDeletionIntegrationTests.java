package io.streakboard.identity;

import static io.streakboard.support.Api.activities;
import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.RawBoard;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.season.Seasons;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.script.SignInCommand;
import io.streakboard.signin.script.SignInScript;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.JournalFields;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.support.Rest;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class LearnerDeletionIntegrationTests {

    private static final int COLUMNS_AT_ONCE = 50; // there are hundreds, for each season some

    private record Column(String table, String name) {}

    @Autowired
    private Api api;

    @Autowired
    private LearnerDeletion deletion;

    @Autowired
    private DeletedLearners deleted;

    @Autowired
    private Seasons seasons;

    @Autowired
    private ApplicationEventPublisher events;

    @Autowired
    private TransactionTemplate transactions;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private Journal journal;

    @Autowired
    private Partitions partitions;

    @Autowired
    private SignInScript script;

    @Autowired
    private BusinessTime time;

    @Autowired
    private Rest rest;

    @Test
    void aLearnerReadsTheirOwnData() {
        var month = Months.next();
        long learner = played(month);

        var export = api.as(learner, "Ada").get("/api/learners/me/export").has(200);

        assertThat(export.at("/learner").asLong()).isEqualTo(learner);
        assertThat(export.at("/data/profile/name").asString()).isEqualTo("Ada");
        assertThat(export.at("/data/signIns/days").size()).isEqualTo(1);
        assertThat(export.at("/data/signIns/log/0/kind").asString()).isEqualTo("REGULAR");
        assertThat(export.at("/data/points").values().stream()
                        .map(row -> row.path("type").asString()))
                .containsExactlyInAnyOrder("ADJUSTMENT", "SIGN_IN", "REVIEW", "REVIEW");
        assertThat(export.at("/data/boards").values().stream()
                        .map(row -> row.path("season").asString()))
                .containsExactly("2026-11", month.toString());
        assertThat(api.admin()
                        .get("/api/learners/" + learner + "/export")
                        .has(200)
                        .at("/data"))
                .isEqualTo(export.at("/data"));
    }

    @Test
    void aLearnerWaitsBetweenOwnExports() {
        var caller = api.learner(Learners.next());
        caller.get("/api/learners/me/export").has(200);

        var refused = caller.get("/api/learners/me/export").isProblem(429, "rate-limited");
        assertThat(refused.headers().getFirst("Retry-After")).isEqualTo("10");

        await().untilAsserted(() -> caller.get("/api/learners/me/export").has(200));
    }

    @Test
    void deletedDataIsGoneFromEveryModuleAndStaysGone() {
        var month = Months.next();
        rest.await();
        long before = surplus();
        long learner = played(month);
        var caller = api.learner(learner);
        var late = activity(learner, "REVIEW", "late", "2026-11-17T04:00:00Z");
        caller.put(
                        "/api/me/privacy",
                        Map.of(
                                "board",
                                "number",
                                "pausedUntil",
                                time.today().plusDays(3).toString()))
                .has(200);

        var first = api.admin().delete("/api/learners/" + learner).has(202);
        api.settleAndClear(month);
        await().untilAsserted(() -> assertThat(traces(List.of(learner))).isEmpty());

        assertThat(api.admin().delete("/api/learners/" + learner).has(202).body())
                .isEqualTo(first.body());
        caller.post("/api/sign-ins").isProblem(410, "learner-deleted");
        caller.get("/api/learners/me/export").isProblem(410, "learner-deleted");
        assertThat(api.take(List.of(late)).at("/results/0/outcome").asString()).isEqualTo("INVALID");
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", 5, "reason", "r", "requestId", "gone-" + learner))
                .isInvalid("learner");
        repeat(learner);
        await().untilAsserted(() -> assertThat(traces(List.of(learner))).isEmpty());
        rest.await();
        assertThat(surplus()).isEqualTo(before);
    }

    /** Who is on the current board without points in MySQL: tests of other classes put some there. */
    private long surplus() {
        return api.admin()
                .actuator("/boards/points")
                .has(200)
                .at("/drift/surplus")
                .asLong();
    }

    @Test
    void aSettledBoardKeepsItsRanks() {
        var month = Months.next();
        long learner = played(month);
        long other = Learners.next();

        api.admin().delete("/api/learners/" + learner).has(202);

        var caller = api.learner(other);
        await().untilAsserted(() -> assertThat(caller.get("/api/boards/points/top?season=" + month)
                        .has(200)
                        .at("/items/0/member")
                        .asText())
                .isEqualTo("-1"));
        var board = caller.get("/api/boards/points/top?season=" + month).has(200);
        assertThat(board.at("/items").size()).isEqualTo(1);
        assertThat(board.at("/items/0/rank").asInt()).isEqualTo(1);
        assertThat(board.at("/items/0/score").asInt()).isEqualTo(10);
        assertThat(board.at("/items/0/name").isNull()).isTrue();
    }

    @Test
    void theBoardForgetsTheRankOfYesterdayOfWhoHasNoPointsAnyMore() {
        long learner = Learners.next();
        var yesterday = RawBoard.key(seasons.current().id()) + ":before";
        var member = RawBoard.member(jdbc, seasons.current().id(), learner);
        api.take(List.of(activity(learner, "REVIEW", "all", "2026-11-17T04:00:00Z")));
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", -10, "reason", "r", "requestId", "all-" + learner))
                .has(201);
        rest.await();
        redis.opsForZSet().add(yesterday, member, 1); // as if there had been points yesterday

        api.admin().delete("/api/learners/" + learner).has(202);

        await().untilAsserted(() ->
                assertThat(redis.opsForZSet().score(yesterday, member)).isNull());
        repeat(learner);
        await().untilAsserted(() -> assertThat(traces(List.of(learner))).isEmpty());
    }

    @Test
    void anUnknownIdIsNotFoundAndStaysUsable() {
        long slip = Learners.next();

        api.admin().delete("/api/learners/" + slip).isProblem(404, "not-found");

        api.learner(slip).post("/api/sign-ins").has(201);
        api.admin().delete("/api/learners/" + slip).has(202);
    }

    /** Requests that began before the deletion may still write behind it: the second time takes that away as well. */
    @Test
    void aSignInDuringTheDeletionIsDeletedAsWell() throws Exception {
        var learners =
                IntStream.range(0, 20).mapToLong(i -> Learners.next()).boxed().toList();
        var callers = learners.stream().map(api::learner).toList();
        var admin = api.admin();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < learners.size(); i++) {
                var caller = callers.get(i);
                var learner = learners.get(i);
                threads.submit(() -> caller.post("/api/sign-ins"));
                threads.submit(() -> admin.delete("/api/learners/" + learner + "?force=true"));
            }
        }
        learners.forEach(this::repeat);

        await().untilAsserted(() -> assertThat(traces(learners)).isEmpty());
    }

    /** Postings wait for a season that another transaction holds. Meanwhile three of four learners are deleted. */
    @Test
    void activitiesThatWaitDuringTheDeletionDoNotBringTheLearnerBack() throws Exception {
        var month = Months.next();
        long season = season(month);
        var learners =
                IntStream.range(0, 4).mapToLong(i -> Learners.next()).boxed().toList();
        var admin = api.admin();
        var service = api.service();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            transactions.executeWithoutResult(status -> {
                jdbc.sql("SELECT id FROM season WHERE id = ? FOR UPDATE")
                        .param(season)
                        .query(Long.class)
                        .single();
                learners.forEach(learner -> threads.submit(() -> service.post(
                        "/api/activities",
                        activities(List.of(activity(learner, "REVIEW", "waits", month + "-10T04:00:00Z"))))));
                await().until(() -> waiting() >= 2); // transactions at once; the other calls share the next one
                learners.subList(1, 4)
                        .forEach(learner -> admin.delete("/api/learners/" + learner + "?force=true")
                                .has(202));
            });
        }

        api.settleAndClear(month);

        var board = api.learner(learners.getFirst())
                .get("/api/boards/points/top?season=" + month)
                .has(200);
        assertThat(board.each("items", "member")).containsExactly("" + learners.getFirst());
        await().untilAsserted(() -> assertThat(traces(learners.subList(1, 4))).isEmpty());
    }

    /** The event is in the registry from the deletion's commit until all modules are done with it. */
    @Test
    void aSealWaitsForADeletionThatIsUnderWay() {
        var month = Months.next();
        long season = season(month);
        long learner = reviewed(month);
        var admin = api.admin();

        transactions.executeWithoutResult(status -> {
            jdbc.sql("SELECT points FROM points_total_%d WHERE user_id = ? FOR UPDATE".formatted(season))
                    .param(learner)
                    .query(Long.class)
                    .single();
            admin.delete("/api/learners/" + learner).has(202);
            assertThat(admin.actuate("/seasons/" + month, Map.of("action", "settle"))
                            .has(200)
                            .each("steps", "detail"))
                    .contains("waits for events to be delivered");
        });

        api.settle(month);
        assertThat(admin.actuator("/seasons/" + month).at("/season/learners").asInt())
                .isZero();
    }

    /** A deletion that comes after the seal leaves the ledger as it is, so the board has to become the same. */
    @Test
    void undeliveredPointsCountAsFarAsTheLedgerHasThem() {
        var month = Months.next();
        long season = season(month);
        long learner = reviewed(month);
        jdbc.sql("INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, UTC_TIMESTAMP(3))")
                .param(learner)
                .update();
        await().until(() -> deleted.contains(learner));
        long other = Learners.next();
        var path = "/api/boards/points/members?season=" + month + "&ids=" + learner;

        jdbc.sql("UPDATE points_total_%d SET points = 30 WHERE user_id = ?".formatted(season))
                .param(learner)
                .update();
        publish(award(learner, season, 30));
        await().untilAsserted(() -> {
            var page = api.learner(other).get(path);
            assertThat(page.each("items", "score")).containsExactly("30");
            assertThat(page.at("/degraded").asBoolean())
                    .as("the board of a new season is rebuilt once, by the totals as they are then")
                    .isFalse();
        });

        jdbc.sql("DELETE FROM points_total_%d WHERE user_id = ?".formatted(season))
                .param(learner)
                .update();
        publish(award(learner, season, 40));
        await().until(() -> api.admin().actuator("/events").at("/open").asInt() == 0);
        assertThat(api.learner(other).get(path).each("items", "score")).containsExactly("30");
    }

    private PointsAwarded award(long learner, long season, long total) {
        return new PointsAwarded(List.of(new Award(
                learner,
                season,
                "REVIEW",
                10,
                "r",
                total,
                0,
                seasons.byId(season).startsAt(),
                null,
                null,
                null)));
    }

    private long season(YearMonth month) {
        return seasons.at(Instant.parse(month + "-10T04:00:00Z")).id();
    }

    /** A learner with ten points on the month's board. */
    private long reviewed(YearMonth month) {
        long learner = Learners.next();
        api.take(List.of(activity(learner, "REVIEW", "r", month + "-10T04:00:00Z")));
        await().until(() -> api.admin().actuator("/events").at("/open").asInt() == 0);
        return learner;
    }

    private long waiting() {
        return jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                .query(Long.class)
                .single();
    }

    /** As a crash of the listener, or a restored registry, would. */
    @Test
    void deliveredTwiceAndWhatWasUnderWayBehindIt() {
        var month = Months.next();
        long learner = played(month);
        api.admin().delete("/api/learners/" + learner).has(202);
        publish(new LearnerDeleted(learner));
        publish(new LearnerDeleted(learner));
        api.settleAndClear(month);
        var stream = partitions.key(partitions.of(learner), "journal");
        redis.opsForStream().add(stream, JournalFields.of(learner, "2026-11-01", "2026-11-01T04:00:00Z"));

        journal.appended(partitions.of(learner));

        await().untilAsserted(
                        () -> assertThat(redis.opsForStream().size(stream)).isZero());
        await().untilAsserted(() -> assertThat(traces(List.of(learner))).isEmpty());
    }

    /** As at an instance that could not reach MySQL for minutes, and so knew of no deletion. */
    @Test
    void aSignInLongAfterwardsIsDeletedOnceMore() {
        long learner = Learners.next();
        api.learner(learner).post("/api/sign-ins").has(201);
        rest.await();
        api.admin().delete("/api/learners/" + learner).has(202);
        rest.await();
        repeat(learner);
        rest.await();

        script.signIn(new SignInCommand(learner, time.today(), time.now()));
        rest.await();
        deletion.repeatBefore(time.now());

        await().untilAsserted(() -> assertThat(traces(List.of(learner))).isEmpty());
    }

    @Test
    void onlyAnAdminDeletesOrReadsOthers() {
        var caller = api.learner(Learners.next());

        caller.delete("/api/learners/7").isProblem(403, "forbidden");
        caller.get("/api/learners/7/export").isProblem(403, "forbidden");
        api.admin().delete("/api/learners/me").isInvalid("id");
        api.admin().delete("/api/learners/0").isInvalid("id");
        api.admin().delete("/api/learners/x").isInvalid("id");
        assertThat(deleted.contains(7)).isFalse();
    }

    private void repeat(long learner) {
        jdbc.sql("UPDATE learner_deleted SET repeated_at = NULL, deleted_at = '2020-01-01' WHERE user_id = ?")
                .param(learner)
                .update();
        deletion.repeatBefore(time.now().minus(Duration.ofDays(365)));
    }

    private void publish(Object event) {
        transactions.executeWithoutResult(status -> events.publishEvent(event));
    }

    /** Something everywhere: a name, a sign-in, current points, an adjustment, and a settled month. */
    private long played(YearMonth month) {
        long learner = Learners.next();
        api.take(List.of(
                activity(learner, "REVIEW", "old", month + "-10T04:00:00Z"),
                activity(learner, "REVIEW", "new", "2026-11-17T04:00:00Z")));
        api.as(learner, "Ada").post("/api/sign-ins").has(201);
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", 5, "reason", "r", "requestId", "played-" + learner))
                .has(201);
        await().until( // a run of the application's own may be under way
                        () -> api.admin()
                                .actuate("/signins", Map.of("action", "verify", "learner", learner))
                                .status(),
                        Integer.valueOf(200)::equals);
        api.settle(month);
        await().untilAsserted(() -> assertThat(api.learner(learner)
                        .get("/api/points/summary")
                        .at("/points")
                        .asInt())
                .isEqualTo(25));
        await().untilAsserted(() -> assertThat(api.admin()
                        .get("/api/learners/" + learner + "/export")
                        .at("/data/profile/name")
                        .asString())
                .isEqualTo("Ada"));
        return learner;
    }

    @Test
    void answersForOtherDaysAreForgotten() {
        long learner = Learners.next();
        api.learner(learner)
                .post("/api/sign-ins/make-ups", Map.of("day", "2026-11-02"))
                .has(201);
        api.take(List.of(activity(learner, "SIGN_IN", "2002-12-05", "2002-12-05T04:00:00Z")));
        rest.await();

        api.admin().delete("/api/learners/" + learner).has(202);
        rest.await();
        repeat(learner);

        await().untilAsserted(() -> assertThat(traces(List.of(learner))).isEmpty());
    }

    /** Every table that names one of the learners, but for the totals of nothing, and every key with their bits. */
    private List<String> traces(List<Long> learners) {
        var traces = new ArrayList<>(
                jdbc.sql("""
                        SELECT table_name, column_name FROM information_schema.columns
                         WHERE table_schema = DATABASE() AND table_name <> 'learner_deleted'
                           AND (column_name = 'user_id' OR column_name = 'learner')
                        """).query((row, number) -> new Column(row.getString(1), row.getString(2))).list().stream()
                        .gather(Gatherers.windowFixed(COLUMNS_AT_ONCE))
                        .flatMap(columns -> in(columns, learners).stream())
                        .toList());
        try (var keys = redis.scan(
                ScanOptions.scanOptions().match("streak:*").count(10_000).build())) {
            keys.forEachRemaining(key -> {
                if (learners.stream().anyMatch(learner -> key.endsWith(":" + learner) || hasField(key, learner))) {
                    traces.add(key);
                }
            });
        }
        redis.keys("streakboard:board:*:live").stream()
                .filter(board -> redis.opsForZSet().range(board, 0, -1).stream()
                        .map(RawBoard::learner)
                        .anyMatch(learners::contains))
                .forEach(traces::add);
        return traces;
    }

    private boolean hasField(String key, long learner) {
        return key.startsWith(partitions.key(partitions.of(learner), ""))
                && (key.contains(":answers:") || key.contains(":archived:"))
                && redis.opsForHash().hasKey(key, Long.toString(learner));
    }

    private List<String> in(List<Column> columns, List<Long> learners) {
        var selects = columns.stream()
                .map(column -> "SELECT DISTINCT CONCAT('%2$s has ', %1$s) FROM %2$s WHERE %1$s IN (:learners) %3$s"
                        .formatted(
                                column.name(),
                                column.table(),
                                column.table().startsWith("points_total_") ? "AND points <> 0" : ""));
        return jdbc.sql(selects.collect(Collectors.joining(" UNION ALL ")))
                .param("learners", learners)
                .query((row, number) -> row.getString(1))
                .list();
    }
}
