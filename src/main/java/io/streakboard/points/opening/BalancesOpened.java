package io.streakboard.points.opening;

import java.util.Set;

/** Opening balances of learners were set or changed. Delivered at least once. */
public record BalancesOpened(Set<Long> learners) {}
