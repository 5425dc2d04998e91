package io.streakboard.settlement;

import static org.awaitility.Awaitility.await;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.SeasonDetails.SeasonDetail;
import io.streakboard.settlement.steps.SettlementStep;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepLedger;
import io.streakboard.settlement.steps.StepOutcome;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepRow;
import io.streakboard.settlement.steps.TableByHand;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What tests of settlements share: they play a season and take it through its steps by hand. */
@IntegrationTest
abstract class SettlementByHand {

    @Autowired
    Api api;

    @Autowired
    Seasons seasons;

    @Autowired
    SeasonBoards boards;

    @Autowired
    EditionRepair repair;

    @Autowired
    SeasonsEndpoint endpoint;

    @Autowired
    StepLedger steps;

    @Autowired
    SettlementStep tableStep;

    @Autowired
    JdbcClient jdbc;

    @Autowired
    StringRedisTemplate redis;

    @Autowired
    private Activities activities;

    @Autowired
    private PointsTotals totals;

    /** A month without points. */
    Season opened() {
        return seasons.at(Instant.parse(Months.next() + "-10T04:00:00Z"));
    }

    /** A month in which the learners, in the order of their ids, got ten points, twenty, and so on. */
    Season played(int learners) {
        var season = opened();
        for (int i = 1; i <= learners; i++) {
            long learner = Learners.next();
            activities.take(LongStream.range(0, i)
                    .mapToObj(review -> new Activity(
                            learner, "REVIEW", "r" + review, middleOf(season).plusSeconds(review)))
                    .toList());
        }
        await().until(() -> boards.live(season).complete());
        await().until(() ->
                repair.drift(boards.source(season)).equals(new BoardDrift(learners, learners, 0, 0, 0, List.of())));
        return season;
    }

    static Instant middleOf(Season season) {
        return Instant.parse(season.name() + "-10T04:00:00Z");
    }

    SeasonDetail act(Season season, String action) {
        return endpoint.act(season.name(), action, null, null);
    }

    /** Until the season is proven; its board in Redis may still be there. */
    SeasonDetail settle(Season season) {
        return await().until(
                        () -> act(season, "settle"),
                        detail -> detail.season().state().equals(State.SETTLED));
    }

    /** Until the last step is done, too. */
    SeasonDetail settleAndClear(Season season) {
        return await().until(() -> act(season, "settle"), detail -> {
            var last = detail.steps().getLast();
            return last.step() == Step.CLEAR && last.state() == StepRow.StepStatus.DONE;
        });
    }

    /** Until the proof fails; returns what it has found. */
    String settleUntilMismatch(Season season) {
        var proof = await().until(
                        () -> act(season, "settle").steps().getLast(),
                        step -> step.step() == Step.VERIFY && step.state() == StepRow.StepStatus.MISMATCH);
        return Objects.requireNonNull(proof.detail());
    }

    /** Rebuilds the board and has it copied again, as an admin does after a mismatch. */
    void repair(Season season) {
        repair.rebuild(boards.source(season));
        act(season, "retry");
        settle(season);
    }

    /** Does the first step. */
    void seal(Season season) {
        var seal = steps.begin(season.id(), Step.SEAL).orElseThrow();
        seasons.seal(season.id());
        steps.finish(season.id(), seal, Done.NOTHING_COUNTED);
    }

    /** Tries the second step. */
    StepOutcome table(Season season) {
        return TableByHand.perform(
                tableStep, season, steps.begin(season.id(), Step.TABLE).orElseThrow());
    }

    /** Does the first two steps. */
    void sealAndPlan(Season season) {
        seal(season);
        finish(season, Step.TABLE, await().until(() -> table(season), Done.class::isInstance));
    }

    void finish(Season season, Step step, StepOutcome outcome) {
        steps.finish(season.id(), attempt(season, step), (Done) outcome);
    }

    /** The latest try of a step. */
    StepRow attempt(Season season, Step step) {
        return steps.steps(season.id()).stream()
                .filter(row -> row.step() == step)
                .findFirst()
                .orElseThrow();
    }

    /** Who has points in the season, in the order of their ids. */
    List<Long> learners(Season season) {
        var learners = new ArrayList<Long>();
        totals.forEach(season.id(), total -> learners.add(total.learner()));
        return learners;
    }

    /** Who is on the settled board, in the order of their ranks. */
    List<Long> ranked(Season season) {
        return jdbc.sql("SELECT user_id FROM points_board_%d ORDER BY id".formatted(season.id()))
                .query((row, number) -> row.getLong(1))
                .list();
    }

    static String board(Season season) {
        return RawBoard.key(season.id());
    }

    String member(Season season, long learner) {
        return RawBoard.member(jdbc, season.id(), learner);
    }

    double score(Season season, long learner) {
        return Objects.requireNonNull(redis.opsForZSet().score(board(season), member(season, learner)));
    }
}
