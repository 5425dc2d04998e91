package io.streakboard.settlement.steps;

import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Removes the board from Redis. */
@Component
class ClearStep implements SettlementStep {

    /** For this time other instances may consider a season unsettled and read its board from Redis. */
    private static final Duration READERS_MOVE_ON = Duration.ofSeconds(2);

    private final SeasonBoards boards;
    private final StepLedger steps;
    private final BusinessTime time;

    ClearStep(SeasonBoards boards, StepLedger steps, BusinessTime time) {
        this.boards = boards;
        this.steps = steps;
        this.time = time;
    }

    @Override
    public Step step() {
        return Step.CLEAR;
    }

    @Override
    public StepOutcome perform(Season season, StepRow attempt) {
        if (time.now().isBefore(steps.finishedAt(season.id(), Step.VERIFY).plus(READERS_MOVE_ON))) {
            return new Waiting("readers of the board to move on to the table");
        }
        boards.clear(season);
        return Done.NOTHING_COUNTED;
    }
}
