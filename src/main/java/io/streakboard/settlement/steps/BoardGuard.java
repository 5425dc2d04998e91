package io.streakboard.settlement.steps;

import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.settlement.steps.StepOutcome.Mismatch;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import java.util.EnumSet;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Accepts findings about a copy only if the board is still the sealed one. If the board was lost or rebuilt meanwhile,
 * pages may have been copied from an incomplete board, so all are copied again.
 */
@Component
class BoardGuard {

    private final SeasonBoards boards;
    private final StepLedger steps;

    BoardGuard(SeasonBoards boards, StepLedger steps) {
        this.boards = boards;
        this.steps = steps;
    }

    /** Returns the finding, or restarts the copy of the board. */
    StepOutcome confirm(Season season, Supplier<StepOutcome> finding) {
        if (boards.asSealed(season)) {
            var found = finding.get();
            if (!(found instanceof Mismatch) || boards.asSealed(season)) {
                return found;
            }
        }
        steps.reopen(season.id(), EnumSet.range(Step.TABLE, Step.VERIFY));
        return new Waiting("the board to be copied again");
    }
}
