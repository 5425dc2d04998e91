package io.streakboard.points.opening;

/**
 * All of a learner's opening balances together.
 *
 * @param deductions how often a file has lowered one of them
 */
public record OpeningSum(long points, int deductions) {}
