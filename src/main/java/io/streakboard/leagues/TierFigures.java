package io.streakboard.leagues;

/**
 * A learner's history in a tier.
 *
 * @param weeks number of ended weeks with points in the tier
 * @param won number of these in which the learner was first among at least three with points
 */
public record TierFigures(String tier, long weeks, long won) {}
