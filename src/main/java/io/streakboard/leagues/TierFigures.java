package io.streakboard.leagues;

/**
 * What a learner has reached in a tier.
 *
 * @param weeks how many weeks with points the learner has ended in the tier
 * @param won in how many of them the learner was the first of at least three with points
 */
public record TierFigures(String tier, long weeks, long won) {}
