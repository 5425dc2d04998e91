package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.RawBoard;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Copier;
import io.streakboard.settlement.steps.SettlementStep;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Redis loses the board amid a settlement, which ends without an admin and without a mismatch all the same. */
class LostBoardIntegrationTests extends SettlementByHand {

    @Autowired
    private SettlementStep copyStep;

    @Autowired
    private Copier copier;

    @Autowired
    private SettlementJob job;

    @Test
    void aBoardThatIsLostBeforeTheSealIsRebuiltFirst() {
        var season = played(4);

        RawBoard.lose(season.id(), redis);

        assertSettlesByItself(season);
    }

    @Test
    void aBoardThatIsLostBeforeItIsClosedIsRebuiltFirst() {
        var season = played(4);
        seal(season);

        RawBoard.lose(season.id(), redis);

        assertThat(table(season)).isEqualTo(new Waiting("the board to be rebuilt"));
        assertSettlesByItself(season);
    }

    @Test
    void aBoardThatIsLostWithinTheCopyIsRebuiltAndCopiedAgain() {
        var season = played(4);
        sealAndPlan(season);

        try (var another = RawBoard.keepLost(season.id(), boards.live(season), redis)) {
            copier.copyAll(SettlementSource.settling(season));
            var attempt = steps.begin(season.id(), Step.COPY).orElseThrow();
            assertThat(copyStep.perform(season, attempt)).isEqualTo(new Waiting("the board to be copied again"));
        }
        assertSettlesByItself(season);
    }

    @Test
    void aBoardThatIsLostBetweenCopyAndProofIsRebuiltAndCopiedAgain() {
        var season = played(4);
        sealAndPlan(season);
        steps.begin(season.id(), Step.COPY);
        finish(season, Step.COPY, copyStep.perform(season, attempt(season, Step.COPY)));

        RawBoard.lose(season.id(), redis);

        assertSettlesByItself(season);
    }

    @Test
    void aCopyOfWhatAnotherProcessOfRedisHasDoesNotCount() {
        var season = played(4);
        sealAndPlan(season);
        redis.opsForZSet().remove(board(season), member(season, learners(season).getFirst()));
        redis.opsForValue().set(RawBoard.mark(season.id()), "another process");

        assertSettlesByItself(season);
    }

    @Test
    void theBoardOfASealedSeasonIsRebuiltSealed() {
        var season = played(2);
        seal(season);
        assertThat(redis.hasKey(RawBoard.seal(season.id()))).isFalse();

        RawBoard.lose(season.id(), redis);
        await().until(() -> boards.live(season).complete());

        assertThat(redis.hasKey(RawBoard.seal(season.id()))).isTrue();
        assertSettlesByItself(season);
    }

    private void assertSettlesByItself(Season season) {
        var expected = learners(season).reversed();
        settle(season);
        assertThat(ranked(season)).isEqualTo(expected);
    }

    @Test
    void aClearedBoardThatAnOlderRedisBringsBackIsRemoved() {
        var season = played(2);
        settleAndClear(season);
        redis.opsForZSet().add(RawBoard.key(season.id()), "member", 1);

        job.clearAgain();

        assertThat(redis.hasKey(RawBoard.key(season.id()))).isFalse();
    }
}
