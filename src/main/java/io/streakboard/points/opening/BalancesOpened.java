package io.streakboard.points.opening;

import java.util.Set;

/** Learners have got opening balances, or other ones. Delivered at least once. */
public record BalancesOpened(Set<Long> learners) {}
