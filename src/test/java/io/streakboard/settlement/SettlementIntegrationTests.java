package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.season.Season.State;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepRow;
import io.streakboard.web.Problem;
import org.junit.jupiter.api.Test;

/** Seasons that go through all steps, and those that may not. */
class SettlementIntegrationTests extends SettlementByHand {

    @Test
    void anEndedSeasonIsCopiedInRankOrderProvenAndClearedFromRedis() {
        var season = played(5);
        var learners = learners(season);

        var settled = settleAndClear(season);

        assertThat(settled.steps()).extracting(StepRow::step).containsExactly(Step.values());
        assertThat(settled.steps()).extracting(StepRow::state).containsOnly(StepRow.StepStatus.DONE);
        assertThat(api.admin()
                        .actuator("/seasons/" + season.name())
                        .has(200)
                        .at("/steps/0")
                        .propertyNames())
                .containsExactlyInAnyOrder(
                        "step",
                        "state",
                        "tries",
                        "startedAt",
                        "finishedAt",
                        "seconds",
                        "learners",
                        "points",
                        "learnersPerSecond",
                        "detail");
        assertThat(settled.season().state()).isEqualTo(State.SETTLED);
        assertThat(seasons.find(season.name()).learners()).isEqualTo(5);
        assertThat(seasons.find(season.name()).points()).isEqualTo(150);
        assertThat(ranked(season)).isEqualTo(learners.reversed());
        assertThat(jdbc.sql("SELECT id FROM points_board_%d ORDER BY id".formatted(season.id()))
                        .query(Long.class)
                        .list())
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(redis.keys("streakboard:board:{season:" + season.id() + "}:*"))
                .containsExactly("streakboard:board:{season:" + season.id() + "}:sealed");
    }

    @Test
    void aSeasonWithoutPointsIsSettledAsWell() {
        var season = opened();

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
        assertThat(seasons.byId(season.id()).learners()).isZero();
    }

    @Test
    void settlingAgainChangesNothing() {
        var season = played(3);
        var settled = settleAndClear(season);

        assertThat(act(season, "settle")).isEqualTo(settled);
        assertThat(act(season, "retry")).isEqualTo(settled);
    }

    @Test
    void theNextStepBeginsInTheRunThatHasProven() {
        var season = played(2);

        settle(season);

        assertThat(steps.steps(season.id())).last().extracting(StepRow::step).isEqualTo(Step.CLEAR);
    }

    @Test
    void aSeasonThatHasNotEndedIsNotSettled() {
        var current = seasons.current();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("current", "settle", null, null))
                .withMessageContaining(current.name());
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> endpoint.act("2026-12", "settle", null, null));

        assertThat(seasons.current().state()).isEqualTo(State.OPEN);
        assertThat(steps.steps(current.id())).isEmpty();
    }

    @Test
    void retryingASeasonThatHasNotEndedDoesNotSealIt() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("current", "retry", null, null))
                .withMessageContaining(seasons.current().name());

        assertThat(steps.steps(seasons.current().id())).isEmpty();
    }

    @Test
    void onlyTheLatestTryOfAStepMayFinishIt() {
        var season = opened();
        var paused = steps.begin(season.id(), Step.SEAL).orElseThrow();
        var latest = steps.begin(season.id(), Step.SEAL).orElseThrow();

        assertThat(steps.finish(season.id(), paused, Done.NOTHING_COUNTED)).isFalse();
        steps.mismatch(season.id(), paused, "from the past");
        assertThat(steps.steps(season.id())).first().extracting(StepRow::state).isEqualTo(StepRow.StepStatus.OPEN);

        assertThat(steps.finish(season.id(), latest, Done.NOTHING_COUNTED)).isTrue();
        var done = steps.steps(season.id());
        assertThat(steps.finish(season.id(), latest, Done.NOTHING_COUNTED))
                .as("again")
                .isTrue();
        assertThat(steps.steps(season.id())).isEqualTo(done);
        assertThat(steps.begin(season.id(), Step.SEAL)).isEmpty();
        seasons.seal(season.id());
    }
}
