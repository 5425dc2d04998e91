package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Season.State;
import io.streakboard.settlement.steps.SettlementStep;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepRow;
import io.streakboard.web.Problem;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A failed proof: nothing goes on before an admin has mended the board. */
class MismatchIntegrationTests extends SettlementByHand {

    @Autowired
    private Settlement settlement;

    @Autowired
    private SettlementStep verifyStep;

    @Test
    void aMismatchClearsNothingAndIsSeenUntilTheBoardIsRebuilt() {
        var season = played(4);
        redis.opsForZSet().remove(board(season), member(season, learners(season).getFirst()));

        settleUntilMismatch(season);
        settlement.advance(season);

        var stuck = endpoint.season(season.name());
        assertThat(stuck.season().state()).isEqualTo(State.SETTLING);
        assertThat(stuck.steps().getLast().detail())
                .contains("totals 4 learners")
                .contains("3 members");
        assertThat(repair.drift(boards.source(season)).members()).isEqualTo(3);

        repair(season);

        assertThat(seasons.find(season.name()).points()).isEqualTo(100);
        assertThat(ranked(season)).hasSize(4);
    }

    @Test
    void aBoardWithTheRightCountButOtherPointsIsAMismatch() {
        var season = played(2);
        long learner = learners(season).getFirst();
        redis.opsForZSet().add(board(season), member(season, learner), score(season, learner) + (1L << 22));

        settleUntilMismatch(season);

        assertThat(seasons.find(season.name()).state()).isEqualTo(State.SETTLING);
        repair(season);
    }

    @Test
    void membersThatChangedPlacesAreAMismatchThoughCountAndSumAgree() {
        var season = played(3);
        long first = learners(season).getFirst();
        long last = learners(season).getLast();
        double low = score(season, first);
        double high = score(season, last);
        redis.opsForZSet().add(board(season), member(season, first), high);
        redis.opsForZSet().add(board(season), member(season, last), low);

        assertThat(settleUntilMismatch(season)).contains("table Standing[rank=1");
        repair(season);
    }

    @Test
    void anAdminFindsAMismatchAndBringsItHome() {
        var season = played(4);
        var admin = api.admin();
        redis.opsForZSet().remove(board(season), member(season, learners(season).getFirst()));
        await().untilAsserted(() -> assertThat(admin.actuate("/seasons/" + season.name(), Map.of("action", "settle"))
                        .has(200)
                        .at("/steps/3/state")
                        .asString())
                .isEqualTo("MISMATCH"));

        assertThat(admin.actuator("/seasons").has(200).at("/mismatches/0").asString())
                .isEqualTo(season.name());
        assertThat(admin.actuator("/health")
                        .has(200)
                        .at("/components/settlement/details/mismatch/0")
                        .asString())
                .isEqualTo(season.name());
        assertThat(api.anonymous()
                        .actuator("/health")
                        .has(200)
                        .at("/components")
                        .isMissingNode())
                .isTrue();
        assertThat(mismatches()).isEqualTo(1);

        admin.actuate("/seasons/" + season.name(), Map.of("action", "retry", "step", "VERIFY"))
                .has(200);
        assertThat(mismatches()).as("the proof alone changes nothing").isEqualTo(1);

        admin.actuate("/boards/points", Map.of("action", "rebuild", "season", season.name()))
                .has(200);
        admin.actuate("/seasons/" + season.name(), Map.of("action", "retry")).has(200);

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
        var season = played(2);
        var total = "UPDATE points_total_%d SET points = points %s 1 WHERE user_id = %d";
        var learner = learners(season).getFirst();
        jdbc.sql(total.formatted(season.id(), "+", learner)).update();
        settleUntilMismatch(season);
        jdbc.sql(total.formatted(season.id(), "-", learner)).update();
        steps.reopen(season.id(), EnumSet.of(Step.VERIFY));

        verifyStep.perform(season, steps.begin(season.id(), Step.VERIFY).orElseThrow());

        assertThat(seasons.find(season.name()).state()).isEqualTo(State.SETTLED);
        assertThat(steps.steps(season.id())).last().extracting(StepRow::state).isEqualTo(StepRow.StepStatus.DONE);
    }

    @Test
    void aProofAfterARebuildIsOneOfTheNewBoard() {
        var season = played(3);
        redis.opsForZSet().remove(board(season), member(season, learners(season).getFirst()));
        settleUntilMismatch(season);

        repair.rebuild(boards.source(season));
        endpoint.act(season.name(), "retry", "VERIFY", null);

        settle(season);
        assertThat(ranked(season)).hasSize(3);
    }

    @Test
    void aSinglePageIsCopiedAgain() {
        var season = played(3);
        var table = "points_board_" + season.id();
        settle(season);
        jdbc.sql("UPDATE season SET state = 'SETTLING' WHERE id = ?")
                .param(season.id())
                .update();
        jdbc.sql("UPDATE %s SET points = 1 WHERE id = 2".formatted(table)).update();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act(season.name(), "retry", null, 7))
                .withMessageContaining("no page 7");
        assertThat(endpoint.act(season.name(), "retry", null, 0).season().state())
                .isEqualTo(State.SETTLED);

        assertThat(jdbc.sql("SELECT points FROM %s ORDER BY id".formatted(table))
                        .query(Long.class)
                        .list())
                .containsExactly(30L, 20L, 10L);
    }

    @Test
    void onlyTableAndProofCanBeRetriedByName() {
        var season = opened();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act(season.name(), "retry", "SEAL", null))
                .withMessageContaining("step");
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act(season.name(), "retry", "WHATEVER", null))
                .withMessageContaining("step");
    }
}
