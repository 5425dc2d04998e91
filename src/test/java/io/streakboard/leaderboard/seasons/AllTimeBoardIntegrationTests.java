package io.streakboard.leaderboard.seasons;

import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Tiebreakers;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.points.opening.OpeningBalances;
import io.streakboard.points.opening.OpeningBalances.Balance;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Rest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** The board over all seasons. It shares its application with the points board in buckets. */
@IntegrationTest
@TestPropertySource(properties = {"streakboard.points.board.buckets=15,35", "streakboard.points.all-time=true"})
@DirtiesContext
class AllTimeBoardIntegrationTests {

    private static final String NOW = "2026-11-17T04:00:00Z";

    private final Api api;
    private final Rest rest;
    private final AllTimeBoard board;
    private final AllTimeFigures figures;
    private final LiveBoards live;
    private final OpeningBalances opening;
    private final DeletedLearners deleted;
    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private final BoardRules rules;
    private final PointsRollout rollout;
    private final Tiebreakers tiebreakers;
    private final EditionRepair repair;

    AllTimeBoardIntegrationTests(
            Api api,
            Rest rest,
            AllTimeBoard board,
            AllTimeFigures figures,
            LiveBoards live,
            OpeningBalances opening,
            DeletedLearners deleted,
            JdbcClient jdbc,
            StringRedisTemplate redis,
            BoardRules rules,
            PointsRollout rollout,
            Tiebreakers tiebreakers,
            EditionRepair repair) {
        this.repair = repair;
        this.tiebreakers = tiebreakers;
        this.redis = redis;
        this.rules = rules;
        this.rollout = rollout;
        this.api = api;
        this.rest = rest;
        this.board = board;
        this.figures = figures;
        this.live = live;
        this.opening = opening;
        this.deleted = deleted;
        this.jdbc = jdbc;
    }

    @Test
    void pointsOfAllSeasonsAreRankedTogether() {
        long both = Learners.next();
        long then = Learners.next();
        long now = Learners.next();
        review(both, "2004-01-10T04:00:00Z");
        review(then, "2004-01-10T04:00:00Z");
        review(both, NOW);
        review(now, NOW);
        rest.await();

        assertThat(score(both)).isEqualTo(20);
        assertThat(rank(both)).isLessThan(rank(now));
        assertThat(rank(now)).as("equal points, equal ranks").isEqualTo(rank(then));
        var page = api.learner(both)
                .get("/api/boards/points/around/me?season=all&radius=1")
                .has(200);
        assertThat(page.at("/edition/period").asString()).isEqualTo("all");
        assertThat(page.at("/edition/season").isNull()).isTrue();
        assertThat(page.each("items", "member")).contains(Long.toString(both));
        assertThat(api.learner(both).get("/api/boards/points/editions").has(200).each("periods", "period"))
                .contains("all", "2004-01");
    }

    @Test
    void aSettlementMovesNothing() {
        long learner = Learners.next();
        review(learner, "2004-02-10T04:00:00Z");
        review(learner, NOW);
        rest.await();

        api.settleAndClear("2004-02");
        board.update(List.of(learner));

        assertThat(score(learner)).isEqualTo(20);
        assertNothingDiffers();
    }

    @Test
    void aDeductionCountsThoughAnOlderTotalComesBehindIt() {
        long learner = Learners.next();
        review(learner, "2004-03-10T04:00:00Z");
        review(learner, NOW);
        rest.await();
        var before = new Score(Long.toString(learner), 20, Instant.parse(NOW), 0, null);

        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", -7, "reason", "r", "requestId", "all-time-" + learner))
                .has(201);
        rest.await();
        live.of(board.edition()).update(List.of(before));

        assertThat(score(learner)).isEqualTo(13);
        assertNothingDiffers();
    }

    /** What comes after the settlement must not look older than the deduction. */
    @Test
    void aDeductionInASettledSeasonHoldsUpNothing() {
        long learner = Learners.next();
        review(learner, "2004-05-10T04:00:00Z");
        rest.await();
        jdbc.sql("""
                        INSERT INTO points_adjustment (request_id, user_id, season, requested, points, reason, admin, made_at)
                        SELECT CONCAT('then-', ?), ?, id, -7, -7, 'r', 'a', '2004-05-20' FROM season WHERE name = '2004-05'
                        """).params(learner, learner).update();
        board.update(List.of(learner));
        api.settleAndClear("2004-05");

        opening.add(List.of(new Balance(learner, 100, "old")), 1);

        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(110));
        rest.await();
        assertNothingDiffers();
    }

    @Test
    void aDeletedLearnerLeavesTheBoard() {
        long learner = Learners.next();
        review(learner, "2004-04-10T04:00:00Z");
        rest.await();
        api.settleAndClear("2004-04");
        assertThat(score(learner)).isEqualTo(10);

        api.admin().delete("/api/learners/" + learner).has(202);

        await().untilAsserted(() -> assertThat(score(learner)).isZero());
        rest.await();
        repair.rebuild(board);
        assertThat(score(learner)).isZero();
        assertNothingDiffers();
    }

    @Test
    void pointsFromBeforeTheFirstSeasonCount() {
        long learner = Learners.next();
        review(learner, NOW);
        long idle = Learners.next();

        opening.add(List.of(new Balance(learner, 100, "old"), new Balance(idle, 7, "old")), 1);
        opening.add(List.of(new Balance(learner, 100, "old")), 1);

        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(110));
        await().untilAsserted(() -> assertThat(rank(idle)).isPositive());
        rest.await();
        assertNothingDiffers();
    }

    @Test
    void nobodyKnowsWhenAnOpeningBalanceWasReached() {
        long idle = Learners.next();
        opening.add(List.of(new Balance(idle, 999_999_999, "old")), 1);
        await().untilAsserted(() -> assertThat(rank(idle)).isPositive());

        var score = api.service()
                .get("/api/boards/points/scores/" + idle + "?season=all")
                .has(200);
        assertThat(score.at("/reachedAt").isNull()).isTrue();
        for (var page : List.of(
                api.service().get("/api/boards/points/top?season=all").has(200),
                api.learner(idle)
                        .get("/api/boards/points/around/me?season=all&radius=1")
                        .has(200),
                api.admin().actuator("/top/points?season=all").has(200))) {
            assertThat(page.at("/items").values())
                    .filteredOn(row -> row.path("member").asString().equals(Long.toString(idle)))
                    .singleElement()
                    .satisfies(row -> assertThat(row.path("reachedAt").isNull()).isTrue());
        }
    }

    @Test
    void aCorrectedBalanceLowersTheScoreThoughAnOlderOneComesBehindIt() {
        long learner = Learners.next();
        review(learner, NOW);
        opening.add(List.of(new Balance(learner, 100, "old")), 1);
        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(110));
        rest.await();
        var before = new Score(Long.toString(learner), 110, Instant.parse(NOW), 0, null);

        opening.add(List.of(new Balance(learner, 60, "old")), 2);
        rest.await();
        live.of(board.edition()).update(List.of(before));

        assertThat(score(learner)).isEqualTo(70);
        assertNothingDiffers();

        opening.add(List.of(new Balance(learner, 90, "old")), 3);
        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(100));
        opening.add(List.of(new Balance(learner, 0, "old")), 4);
        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(10));
        rest.await();
        assertNothingDiffers();
        repair.rebuild(board);
        assertThat(score(learner)).isEqualTo(10);
    }

    @Test
    void aLearnerWhoseBalanceIsTakenBackLeavesTheBoard() {
        long learner = Learners.next();
        opening.add(List.of(new Balance(learner, 100, "old")), 1);
        await().untilAsserted(() -> assertThat(rank(learner)).isPositive());
        rest.await();

        opening.add(List.of(new Balance(learner, 0, "old")), 2);

        await().untilAsserted(() -> assertThat(score(learner)).isZero());
        rest.await();
        assertNothingDiffers();
    }

    @Test
    void whatRedisHasLostComesBack() {
        long learner = Learners.next();
        review(learner, NOW);
        rest.await();

        live.clear(board.edition());

        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(10));
        assertNothingDiffers();
    }

    /** While it is off it misses points, so it begins anew when it is switched on again. */
    @Test
    void itIsRemovedWhileItIsSwitchedOff() {
        long learner = Learners.next();
        await().until(this::isComplete);
        rest.await();
        var off = switchedOff(new PointsRollout(redis, rules, new AllTimeProperties(false)));
        endLeases();

        off.removeUnkept();
        off.update(List.of(learner));

        review(learner, NOW);
        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(10));
        await().until(this::isComplete);
        rest.await();
        assertNothingDiffers();
    }

    /** The former instances take awards without the board, and must not remove it either. */
    @Test
    void scoresMissedDuringARolloutAreFoundAtItsEnd() {
        long learner = Learners.next();
        review(learner, NOW);
        rest.await();
        await().until(this::isComplete);
        var former = new PointsRollout(redis, rules, new AllTimeProperties(false));
        former.note();
        switchedOff(former).removeUnkept();
        assertThat(isComplete()).isTrue();
        redis.opsForZSet()
                .remove(
                        "streakboard:board:{season:all}:v3:live",
                        board.edition().written(Long.toString(learner)));

        endLeases();

        await().untilAsserted(() -> assertThat(score(learner)).isEqualTo(10));
        assertThat(isComplete()).isTrue();
        await().until(() -> rollout.ended().isEmpty());
    }

    /** As after half a minute without a write. */
    private void endLeases() {
        redis.delete(redis.keys("streakboard:boards:writers:points:*"));
    }

    private boolean isComplete() {
        return repair.isComplete(board);
    }

    private AllTimeBoard switchedOff(PointsRollout rollout) {
        return new AllTimeBoard(new AllTimeProperties(false), figures, live, deleted, rollout, tiebreakers);
    }

    @Test
    void adminsCompareAndRebuildIt() {
        var admin = api.admin();

        assertThat(admin.actuate("/boards/points", Map.of("action", "rebuild", "season", "all"))
                        .has(200)
                        .at("/season")
                        .asString())
                .isEqualTo("all");
        admin.actuate("/boards/points", Map.of("action", "reset", "season", "all"))
                .isInvalid("action");
        admin.actuate("/boards/points", Map.of("action", "remove", "season", "all", "member", "42"))
                .isInvalid("season");
    }

    @Test
    void noSeasonHasItsName() {
        api.admin()
                .post("/api/seasons", Map.of("name", "all", "firstDay", "2030-01-01", "lastDay", "2030-01-02"))
                .isInvalid("name");
    }

    private void review(long learner, String at) {
        api.take(List.of(activity(learner, "REVIEW", at, at)));
    }

    private int score(long learner) {
        return mine(learner, "/score");
    }

    private int rank(long learner) {
        return mine(learner, "/rank");
    }

    private int mine(long learner, String pointer) {
        return api.service()
                .get("/api/boards/points/scores/" + learner + "?season=all")
                .has(200)
                .at(pointer)
                .asInt();
    }

    private void assertNothingDiffers() {
        await().untilAsserted(() ->
                assertThat(repair.drift(board)).matches(drift -> drift.none() && drift.learners() > 0, "as in MySQL"));
    }
}
