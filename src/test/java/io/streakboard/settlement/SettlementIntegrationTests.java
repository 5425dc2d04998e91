package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.leaderboard.FrozenBoard;
import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.SeasonBoards;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.Outcome.Done;
import io.streakboard.settlement.Outcome.Waiting;
import io.streakboard.settlement.SeasonDetails.SeasonDetail;
import io.streakboard.settlement.SeasonDetails.StepState;
import io.streakboard.settlement.copy.Copier;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class SettlementIntegrationTests {

    @Autowired
    private SeasonsEndpoint endpoint;

    @Autowired
    private Settlement settlement;

    @Autowired
    private StepLedger steps;

    @Autowired
    private Pages pages;

    @Autowired
    private TableStep tableStep;

    @Autowired
    private CopyStep copyStep;

    @Autowired
    private VerifyStep verifyStep;

    @Autowired
    private Copier copier;

    @Autowired
    private Api api;

    @Autowired
    private Seasons seasons;

    @Autowired
    private SeasonBoards boards;

    @Autowired
    private PointsTotals totals;

    @Autowired
    private Activities activities;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private BusinessTime time;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private TransactionTemplate transactions;

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

        assertThat(act("2015-03", "settle")).isEqualTo(settled);
        assertThat(act("2015-03", "retry")).isEqualTo(settled);
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
    void theQuietPeriodPutsOffTheSealForTheLongestWaitOnly() {
        var season = played("2006-07", 2);
        settlement.advance(openedBefore(season, "59 MINUTE"));
        assertThat(steps.steps(season.id()).getFirst().detail()).contains("quiet period");

        await().untilAsserted(() -> {
            settlement.advance(openedBefore(season, "61 MINUTE"));
            assertThat(steps.steps(season.id()).getFirst().state()).isEqualTo(StepRow.State.DONE);
        });
    }

    private Season openedBefore(Season season, String duration) {
        jdbc.sql("UPDATE season SET created_at = ? - INTERVAL %s WHERE id = ?".formatted(duration))
                .params(Utc.column(time.now()), season.id())
                .update();
        return seasons.newestFirst().stream()
                .filter(each -> each.id() == season.id())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theSealWaitsForWhatWasPublishedJustNow() {
        var season = played("2006-06", 2);
        steps.waive(season.id());
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts)
                        VALUES ('just-now', 'points', 'SignInsRecorded', '{}', ?, 'PROCESSING', 1)
                        """).param(Utc.column(time.now())).update();
        try {
            settlement.advance(season);
            assertThat(seasons.find("2006-06").state()).isEqualTo(State.ENDED);
        } finally {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id = 'just-now'").update();
        }

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
    }

    @Test
    void aMismatchClearsNothingAndIsSeenUntilTheBoardIsRebuilt() {
        var season = played("2015-05", 4);
        redis.opsForZSet()
                .remove(board(season), RawBoard.member(learners(season).getFirst()));

        await().untilAsserted(() -> assertThat(act("2015-05", "settle").steps())
                .last()
                .extracting(StepState::step, StepState::state)
                .containsExactly(Step.VERIFY, StepRow.State.MISMATCH));
        settlement.advance(season);

        var stuck = endpoint.season("2015-05");
        assertThat(stuck.season().state()).isEqualTo(State.SETTLING);
        assertThat(stuck.steps().getLast().detail()).contains("learners=4").contains("3 members");
        assertThat(boards.drift(season).members()).isEqualTo(3);

        boards.rebuild(season);
        act("2015-05", "retry");

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
        var learner = RawBoard.member(learners(season).getFirst());
        var score = Objects.requireNonNull(redis.opsForZSet().score(board(season), learner));
        redis.opsForZSet().add(board(season), learner, score + (1L << 22));

        await().untilAsserted(() -> assertThat(act("2015-06", "settle").steps())
                .last()
                .extracting(StepState::state)
                .isEqualTo(StepRow.State.MISMATCH));

        assertThat(seasons.find("2015-06").state()).isEqualTo(State.SETTLING);
        boards.rebuild(season);
        act("2015-06", "retry");
        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
    }

    @Test
    void membersThatChangedPlacesAreAMismatchThoughCountAndSumAgree() {
        var season = played("2015-10", 3);
        var learners = learners(season);
        var first = RawBoard.member(learners.getFirst());
        var last = RawBoard.member(learners.getLast());
        var low = Objects.requireNonNull(redis.opsForZSet().score(board(season), first));
        var high = Objects.requireNonNull(redis.opsForZSet().score(board(season), last));
        redis.opsForZSet().add(board(season), first, high);
        redis.opsForZSet().add(board(season), last, low);

        await().untilAsserted(() -> assertThat(act("2015-10", "settle").steps())
                .last()
                .extracting(StepState::state)
                .isEqualTo(StepRow.State.MISMATCH));

        assertThat(endpoint.season("2015-10").steps().getLast().detail()).contains("table Standing[rank=1");
        boards.rebuild(season);
        act("2015-10", "retry");
        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
    }

    @Test
    void anAdminFindsAMismatchAndBringsItHome() {
        var season = played("2015-11", 4);
        var admin = api.admin();
        redis.opsForZSet()
                .remove(board(season), RawBoard.member(learners(season).getFirst()));
        await().untilAsserted(() -> assertThat(admin.actuate("/seasons/2015-11", Map.of("action", "settle"))
                        .has(200)
                        .at("/steps/3/state")
                        .asString())
                .isEqualTo("MISMATCH"));

        assertThat(admin.actuator("/seasons").has(200).at("/mismatches/0").asString())
                .isEqualTo("2015-11");
        assertThat(admin.actuator("/health")
                        .has(200)
                        .at("/components/settlement/details/mismatch/0")
                        .asString())
                .isEqualTo("2015-11");
        assertThat(api.anonymous()
                        .actuator("/health")
                        .has(200)
                        .at("/components")
                        .isMissingNode())
                .isTrue();
        assertThat(mismatches()).isEqualTo(1);

        admin.actuate("/seasons/2015-11", Map.of("action", "retry", "step", "VERIFY"))
                .has(200);
        assertThat(mismatches()).as("the proof alone changes nothing").isEqualTo(1);

        admin.actuate("/boards/points", Map.of("action", "rebuild", "season", "2015-11"))
                .has(200);
        admin.actuate("/seasons/2015-11", Map.of("action", "retry")).has(200);

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
        assertThat(mismatches()).isZero();
        assertThat(admin.actuator("/health").at("/components/settlement/details/mismatch"))
                .isEmpty();
    }

    private int mismatches() {
        return api.admin()
                .actuator("/metrics/" + SettlementMetrics.MISMATCHES)
                .has(200)
                .at("/measurements/0/value")
                .asInt();
    }

    @Test
    void aProofIsDoneWithTheSettledSeasonThoughItsInstanceDiesThen() {
        var season = played("2006-05", 2);
        var total = "UPDATE points_total_%d SET points = points %s 1 WHERE user_id = %d";
        var learner = learners(season).getFirst();
        jdbc.sql(total.formatted(season.id(), "+", learner)).update();
        await().untilAsserted(() -> assertThat(act("2006-05", "settle").steps())
                .last()
                .extracting(StepState::state)
                .isEqualTo(StepRow.State.MISMATCH));
        jdbc.sql(total.formatted(season.id(), "-", learner)).update();
        steps.reopen(season.id(), EnumSet.of(Step.VERIFY));

        verifyStep.perform(season, steps.begin(season.id(), Step.VERIFY).orElseThrow());

        assertThat(seasons.find("2006-05").state()).isEqualTo(State.SETTLED);
        assertThat(steps.steps(season.id())).last().extracting(StepRow::state).isEqualTo(StepRow.State.DONE);
    }

    @Test
    void theNextStepBeginsInTheRunThatHasProven() {
        var season = played("2006-07", 2);

        await().untilAsserted(() ->
                assertThat(act("2006-07", "settle").season().state()).isEqualTo(State.SETTLED));

        assertThat(steps.steps(season.id())).last().extracting(StepRow::step).isEqualTo(Step.CLEAR);
    }

    @Test
    void aSinglePageIsCopiedAgain() {
        var season = played("2015-12", 3);
        var table = "points_board_" + season.id();
        await().until(() -> act("2015-12", "settle").season().state() == State.SETTLED);
        jdbc.sql("UPDATE season SET state = 'SETTLING' WHERE id = ?")
                .param(season.id())
                .update();
        jdbc.sql("UPDATE %s SET points = 1 WHERE id = 2".formatted(table)).update();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("2015-12", "retry", null, 7))
                .withMessageContaining("no page 7");
        assertThat(endpoint.act("2015-12", "retry", null, 0).season().state()).isEqualTo(State.SETTLED);

        assertThat(jdbc.sql("SELECT points FROM %s ORDER BY id".formatted(table))
                        .query(Long.class)
                        .list())
                .containsExactly(30L, 20L, 10L);
    }

    @Test
    void onlyTableAndProofCanBeRetriedByName() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("2015-02", "retry", "SEAL", null))
                .withMessageContaining("step");
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("2015-02", "retry", "WHATEVER", null))
                .withMessageContaining("step");
    }

    @Test
    void aBoardThatIsLostBeforeTheSealIsRebuiltFirst() {
        var season = played("2006-08", 4);

        RawBoard.lose(season.id(), redis);

        assertSettlesByItself(season);
    }

    @Test
    void aBoardThatIsLostBeforeItIsClosedIsRebuiltFirst() {
        var season = played("2006-09", 4);
        seal(season);

        RawBoard.lose(season.id(), redis);

        assertThat(table(season)).isEqualTo(new Waiting("the board to be rebuilt"));
        assertSettlesByItself(season);
    }

    @Test
    void aBoardThatIsLostWithinTheCopyIsRebuiltAndCopiedAgain() {
        var season = played("2006-10", 4);
        seal(season);
        finish(season, Step.TABLE, table(season));

        RawBoard.lose(season.id(), redis);
        copier.copyAll(FrozenBoard.settling(season));

        var attempt = steps.begin(season.id(), Step.COPY).orElseThrow();
        assertThat(copyStep.perform(season, attempt)).isEqualTo(new Waiting("the board to be copied again"));
        assertSettlesByItself(season);
    }

    @Test
    void aBoardThatIsLostBetweenCopyAndProofIsRebuiltAndCopiedAgain() {
        var season = played("2006-11", 4);
        seal(season);
        finish(season, Step.TABLE, table(season));
        steps.begin(season.id(), Step.COPY);
        finish(season, Step.COPY, copyStep.perform(season, attempt(season, Step.COPY)));

        RawBoard.lose(season.id(), redis);

        assertSettlesByItself(season);
    }

    @Test
    void aCopyOfWhatAnotherProcessOfRedisHasDoesNotCount() {
        var season = played("2006-12", 4);
        seal(season);
        finish(season, Step.TABLE, table(season));
        redis.opsForZSet()
                .remove(board(season), RawBoard.member(learners(season).getFirst()));
        redis.opsForValue().set(RawBoard.mark(season.id()), "another process");

        assertSettlesByItself(season);
    }

    @Test
    void theBoardOfASealedSeasonIsRebuiltSealed() {
        var season = played("2007-01", 2);
        seal(season);
        assertThat(redis.hasKey(RawBoard.seal(season.id()))).isFalse();

        RawBoard.lose(season.id(), redis);
        await().until(() -> boards.complete(season));

        assertThat(redis.hasKey(RawBoard.seal(season.id()))).isTrue();
        assertSettlesByItself(season);
    }

    @Test
    void aProofAfterARebuildIsOneOfTheNewBoard() {
        var season = played("2007-02", 3);
        redis.opsForZSet()
                .remove(board(season), RawBoard.member(learners(season).getFirst()));
        await().untilAsserted(() -> assertThat(act("2007-02", "settle").steps())
                .last()
                .extracting(StepState::state)
                .isEqualTo(StepRow.State.MISMATCH));

        boards.rebuild(season);
        endpoint.act("2007-02", "retry", "VERIFY", null);

        assertSettlesByItself(season);
    }

    private void seal(Season season) {
        var seal = steps.begin(season.id(), Step.SEAL).orElseThrow();
        seasons.seal(season.id());
        steps.finish(season.id(), seal, Done.NOTHING_COUNTED);
    }

    private Outcome table(Season season) {
        return tableStep.perform(season, steps.begin(season.id(), Step.TABLE).orElseThrow(), Instant.EPOCH);
    }

    private void finish(Season season, Step step, Outcome outcome) {
        steps.finish(season.id(), attempt(season, step), (Done) outcome);
    }

    private StepRow attempt(Season season, Step step) {
        return steps.steps(season.id()).stream()
                .filter(row -> row.step() == step)
                .findFirst()
                .orElseThrow();
    }

    /** Without an admin: never a mismatch, and in the end all learners with their ranks. */
    private void assertSettlesByItself(Season season) {
        var ranked = learners(season).reversed();
        settle(season);
        assertThat(jdbc.sql("SELECT user_id FROM points_board_%d ORDER BY id".formatted(season.id()))
                        .query(Long.class)
                        .list())
                .isEqualTo(ranked);
    }

    @Test
    void aPausedCopierWhosePageWasTakenOverWritesNothing() {
        var season = played("2006-01", 3);
        pages.plan(season.id(), 3);
        var paused = pages.claim(season.id()).orElseThrow();
        jdbc.sql("UPDATE settlement_page SET claimed_at = '2015-01-01' WHERE season_id = ?")
                .param(season.id())
                .update();
        var latest = pages.claim(season.id()).orElseThrow();

        assertThat(copier.copy(FrozenBoard.settling(season), paused)).isFalse();
        assertThat(rows(season)).isZero();
        assertThat(copier.copy(FrozenBoard.settling(season), latest)).isTrue();
        assertThat(copier.copy(FrozenBoard.settling(season), latest))
                .as("twice")
                .isFalse();
        assertThat(rows(season)).isEqualTo(3);
    }

    @Test
    void aClaimOfAnEarlierPlanWritesNothing() {
        var season = played("2006-02", 2);
        pages.plan(season.id(), 2);
        var paused = pages.claim(season.id()).orElseThrow();

        pages.plan(season.id(), 2);
        var latest = pages.claim(season.id()).orElseThrow();

        assertThat(copier.copy(FrozenBoard.settling(season), paused)).isFalse();
        assertThat(copier.copy(FrozenBoard.settling(season), latest)).isTrue();
    }

    @Test
    void aPausedTryOfTheTableStepDoesNotEmptyWhatOthersHaveFilled() {
        var season = played("2006-03", 3);
        var seal = steps.begin(season.id(), Step.SEAL).orElseThrow();
        seasons.seal(season.id());
        steps.finish(season.id(), seal, Done.NOTHING_COUNTED);
        var paused = steps.begin(season.id(), Step.TABLE).orElseThrow();
        settle(season);

        var outcome = tableStep.perform(season, paused, Instant.EPOCH);

        assertThat(outcome).isEqualTo(new Waiting("a later try"));
        assertThat(rows(season)).isEqualTo(3);
        assertThat(endpoint.season("2006-03").pagesDone()).isEqualTo(1);
    }

    @Test
    void whoCopiedIsShown() {
        var season = played("2006-04", 2);
        pages.plan(season.id(), 2);
        assertThat(pages.claim(season.id())).isPresent();

        assertThat(endpoint.season("2006-04").claims())
                .singleElement()
                .extracting(Pages.Claim::by)
                .isEqualTo(ManagementFactory.getRuntimeMXBean().getName());
        assertThat(settle(season).copiedBy())
                .isEqualTo(Map.of(ManagementFactory.getRuntimeMXBean().getName(), 1));
    }

    private long rows(Season season) {
        return jdbc.sql("SELECT COUNT(*) FROM points_board_%d".formatted(season.id()))
                .query((row, number) -> row.getLong(1))
                .single();
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

        copier.copyAll(FrozenBoard.settling(season));

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

        assertThat(steps.finish(season.id(), paused, Outcome.Done.NOTHING_COUNTED))
                .isFalse();
        steps.mismatch(season.id(), paused, "from the past");
        assertThat(steps.steps(season.id())).first().extracting(StepRow::state).isEqualTo(StepRow.State.OPEN);

        assertThat(steps.finish(season.id(), latest, Outcome.Done.NOTHING_COUNTED))
                .isTrue();
        var done = steps.steps(season.id());
        assertThat(steps.finish(season.id(), latest, Outcome.Done.NOTHING_COUNTED))
                .as("again")
                .isTrue();
        assertThat(steps.steps(season.id())).isEqualTo(done);
        assertThat(steps.begin(season.id(), Step.SEAL)).isEmpty();
        seasons.seal(season.id());
    }

    @Test
    void aSeasonThatHasNotEndedIsNotSettled() {
        var current = seasons.current();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> act("current", "settle"))
                .withMessageContaining(current.name());
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> act("2026-12", "settle"));

        assertThat(seasons.current().state()).isEqualTo(State.OPEN);
        assertThat(steps.steps(current.id())).isEmpty();
    }

    @Test
    void retryingASeasonThatHasNotEndedDoesNotSealIt() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> act("current", "retry"))
                .withMessageContaining(seasons.current().name());

        assertThat(steps.steps(seasons.current().id())).isEmpty();
    }

    private SeasonDetail act(String season, String action) {
        return endpoint.act(season, action, null, null);
    }

    private SeasonDetail settle(Season season) {
        await().untilAsserted(() -> assertThat(act(season.name(), "settle").steps())
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
        await().until(() -> boards.complete(season));
        await().untilAsserted(() ->
                assertThat(boards.drift(season)).isEqualTo(new BoardDrift(learners, learners, 0, 0, 0, List.of())));
        return season;
    }

    private List<Long> learners(Season season) {
        var learners = new java.util.ArrayList<Long>();
        totals.forEach(season.id(), total -> learners.add(total.learner()));
        return learners;
    }

    private static String board(Season season) {
        return RawBoard.key(season.id());
    }
}
