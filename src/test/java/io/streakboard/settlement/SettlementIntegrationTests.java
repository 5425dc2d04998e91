package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.BoardCopy;
import io.streakboard.leaderboard.SeasonBoards;
import io.streakboard.points.Activities;
import io.streakboard.points.Activity;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.SeasonsEndpoint.SeasonDetail;
import io.streakboard.settlement.SeasonsEndpoint.StepState;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class SettlementIntegrationTests {

    private final SeasonsEndpoint endpoint;
    private final Settlement settlement;
    private final StepLedger steps;
    private final Pages pages;
    private final PageCopy copy;
    private final Seasons seasons;
    private final SeasonBoards boards;
    private final PointsTotals totals;
    private final Activities activities;
    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private final TransactionTemplate transactions;

    SettlementIntegrationTests(
            SeasonsEndpoint endpoint,
            Settlement settlement,
            StepLedger steps,
            Pages pages,
            PageCopy copy,
            Seasons seasons,
            SeasonBoards boards,
            PointsTotals totals,
            Activities activities,
            JdbcClient jdbc,
            StringRedisTemplate redis,
            TransactionTemplate transactions) {
        this.endpoint = endpoint;
        this.settlement = settlement;
        this.steps = steps;
        this.pages = pages;
        this.copy = copy;
        this.seasons = seasons;
        this.boards = boards;
        this.totals = totals;
        this.activities = activities;
        this.jdbc = jdbc;
        this.redis = redis;
        this.transactions = transactions;
    }

    @Test
    void anEndedSeasonIsCopiedInRankOrderProvenAndClearedFromRedis() {
        var season = played("2015-01", 5);
        var learners = learners(season);

        var settled = settle(season);

        assertThat(settled.steps()).extracting(StepState::step).containsExactly(Step.values());
        assertThat(settled.steps()).extracting(StepState::state).containsOnly(StepRow.State.DONE);
        assertThat(settled.season().state()).isEqualTo(State.SETTLED);
        assertThat(seasons.find("2015-01").learners()).isEqualTo(5);
        assertThat(seasons.find("2015-01").points()).isEqualTo(150);
        assertThat(jdbc.sql("SELECT user_id FROM points_board_%d ORDER BY id".formatted(season.id()))
                        .query(Long.class)
                        .list())
                .isEqualTo(learners.reversed());
        assertThat(jdbc.sql("SELECT id FROM points_board_%d ORDER BY id".formatted(season.id()))
                        .query(Long.class)
                        .list())
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(redis.keys("streakboard:board:{season:" + season.id() + "}:*"))
                .containsExactly("streakboard:board:{season:" + season.id() + "}:sealed");
    }

    @Test
    void aSeasonWithoutPointsIsSettledAsWell() {
        var season = seasons.at(Instant.parse("2015-02-10T04:00:00Z"));

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
        assertThat(seasons.byId(season.id()).learners()).isZero();
    }

    @Test
    void settlingAgainChangesNothing() {
        var season = played("2015-03", 3);
        var settled = settle(season);

        assertThat(endpoint.act("2015-03", "settle")).isEqualTo(settled);
        assertThat(endpoint.act("2015-03", "retry")).isEqualTo(settled);
    }

    @Test
    void withoutAWaiverTheSealWaitsForGraceAndQuiet() {
        var season = played("2015-04", 2);

        settlement.advance(season);

        assertThat(seasons.find("2015-04").state()).isEqualTo(State.ENDED);
        assertThat(steps.steps(season.id())).singleElement().satisfies(step -> {
            assertThat(step.state()).isEqualTo(StepRow.State.OPEN);
            assertThat(step.detail()).contains("quiet period");
        });
    }

    @Test
    void aMismatchClearsNothingAndIsSeenUntilTheBoardIsRebuilt() {
        var season = played("2015-05", 4);
        redis.opsForZSet().remove(board(season), Long.toString(learners(season).getFirst()));

        await().untilAsserted(() -> assertThat(endpoint.act("2015-05", "settle").steps())
                .last()
                .extracting(StepState::step, StepState::state)
                .containsExactly(Step.VERIFY, StepRow.State.MISMATCH));
        settlement.advance(season);

        var stuck = endpoint.season("2015-05");
        assertThat(stuck.season().state()).isEqualTo(State.SETTLING);
        assertThat(stuck.steps().getLast().detail()).contains("learners=4").contains("3 members");
        assertThat(boards.members(season)).isEqualTo(3);

        boards.rebuild(season);
        endpoint.act("2015-05", "retry");

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
        assertThat(seasons.find("2015-05").points()).isEqualTo(100);
        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_board_%d".formatted(season.id()))
                        .query(Long.class)
                        .single())
                .isEqualTo(4);
    }

    @Test
    void aBoardWithTheRightCountButOtherPointsIsAMismatch() {
        var season = played("2015-06", 2);
        var learner = Long.toString(learners(season).getFirst());
        var score = Objects.requireNonNull(redis.opsForZSet().score(board(season), learner));
        redis.opsForZSet().add(board(season), learner, score + (1L << 22));

        await().untilAsserted(() -> assertThat(endpoint.act("2015-06", "settle").steps())
                .last()
                .extracting(StepState::state)
                .isEqualTo(StepRow.State.MISMATCH));

        assertThat(seasons.find("2015-06").state()).isEqualTo(State.SETTLING);
        boards.rebuild(season);
        endpoint.act("2015-06", "retry");
        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
    }

    @Test
    void aStaleClaimOnAPageWritesNothing() {
        var season = played("2015-07", 3);
        pages.plan(season.id(), 3);
        var stale = pages.claim(season.id()).orElseThrow();
        assertThat(pages.claim(season.id())).as("claimed by one").isEmpty();
        jdbc.sql("UPDATE settlement_page SET claimed_at = '2015-01-01' WHERE season_id = ?")
                .param(season.id())
                .update();

        copy.copyAll(BoardCopy.settling(season));

        transactions.executeWithoutResult(status -> assertThat(pages.hold(season.id(), stale))
                .as("held by a stale claim")
                .isFalse());
        assertThat(pages.progress(season.id())).isEqualTo(new Pages.Progress(1, 1, 3, 60));
    }

    @Test
    void aClaimThatWasTakenOverCannotBeHeldBeforeTheCopyEither() {
        var season = played("2015-08", 1);
        pages.plan(season.id(), 1);
        var stale = pages.claim(season.id()).orElseThrow();
        jdbc.sql("UPDATE settlement_page SET claimed_at = '2015-01-01' WHERE season_id = ?")
                .param(season.id())
                .update();
        var latest = pages.claim(season.id()).orElseThrow();

        transactions.executeWithoutResult(status -> {
            assertThat(latest.epoch()).isGreaterThan(stale.epoch());
            assertThat(pages.hold(season.id(), stale)).isFalse();
            assertThat(pages.hold(season.id(), latest)).isTrue();
        });
    }

    @Test
    void onlyTheLatestTryOfAStepMayFinishIt() {
        var season = seasons.at(Instant.parse("2015-09-10T04:00:00Z"));
        var paused = steps.begin(season.id(), Step.SEAL).orElseThrow();
        var latest = steps.begin(season.id(), Step.SEAL).orElseThrow();

        assertThat(steps.finish(season.id(), paused, null)).isFalse();
        steps.mismatch(season.id(), paused, "from the past");
        assertThat(steps.steps(season.id())).first().extracting(StepRow::state).isEqualTo(StepRow.State.OPEN);

        assertThat(steps.finish(season.id(), latest, null)).isTrue();
        assertThat(steps.begin(season.id(), Step.SEAL)).isEmpty();
        seasons.seal(season.id());
    }

    @Test
    void aSeasonThatHasNotEndedIsNotSettled() {
        var current = seasons.current();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("current", "settle"))
                .withMessageContaining(current.name());
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> endpoint.act("2026-12", "settle"));

        assertThat(seasons.current().state()).isEqualTo(State.OPEN);
        assertThat(steps.steps(current.id())).isEmpty();
    }

    @Test
    void retryingASeasonThatHasNotEndedDoesNotSealIt() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("current", "retry"))
                .withMessageContaining(seasons.current().name());

        assertThat(steps.steps(seasons.current().id())).isEmpty();
    }

    private SeasonDetail settle(Season season) {
        await().untilAsserted(
                        () -> assertThat(endpoint.act(season.name(), "settle").steps())
                                .hasSize(Step.values().length)
                                .extracting(StepState::state)
                                .containsOnly(StepRow.State.DONE));
        return endpoint.season(season.name());
    }

    /** A season in which the learners, in the order of their ids, got ten points, twenty, and so on. */
    private Season played(String month, int learners) {
        var day = Instant.parse(month + "-10T04:00:00Z");
        var season = seasons.at(day);
        for (int i = 1; i <= learners; i++) {
            long learner = Learners.next();
            activities.take(LongStream.range(0, i)
                    .mapToObj(review -> new Activity(learner, "REVIEW", "r" + review, day.plusSeconds(review)))
                    .toList());
        }
        await().untilAsserted(() ->
                assertThat(boards.drift(season)).isEqualTo(new SeasonBoards.Drift(learners, learners, 0, 0, 0)));
        return season;
    }

    private List<Long> learners(Season season) {
        var learners = new java.util.ArrayList<Long>();
        totals.forEach(season.id(), total -> learners.add(total.learner()));
        return learners;
    }

    private static String board(Season season) {
        return "streakboard:board:{season:" + season.id() + "}:live";
    }
}
