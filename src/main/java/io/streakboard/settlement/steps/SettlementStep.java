package io.streakboard.settlement.steps;

import io.streakboard.season.Season;

/** One of the steps of a settlement. */
public interface SettlementStep {

    Step step();

    /** Does the step as far as it can be done now. Safe to repeat, also while an earlier try is still at work. */
    Outcome perform(Season season, StepRow attempt);
}
