package io.streakboard.settlement.steps;

import io.streakboard.season.Season;

/** One of the steps of a settlement. */
public interface SettlementStep {

    Step step();

    /** Does as much of the step as is possible now. Safe to repeat, even while an earlier try is still at work. */
    StepOutcome perform(Season season, StepRow attempt);
}
