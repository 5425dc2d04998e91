package io.streakboard.points.opening;

import java.util.Set;

/** Learners have got opening balances. Delivered at least once. */
public record BalancesOpened(Set<Long> learners) {}
