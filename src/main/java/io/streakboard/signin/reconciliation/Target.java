package io.streakboard.signin.reconciliation;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The learners that a run compares.
 *
 * @param learner the only learner, or null
 * @param partitions the only partitions, in order, or null
 */
record Target(@Nullable Long learner, @Nullable Set<Integer> partitions) {

    static final Target ALL = new Target(null, null);

    static Target learner(long learner) {
        return new Target(learner, null);
    }

    static Target partitions(Set<Integer> partitions) {
        return new Target(null, new TreeSet<>(partitions));
    }
}
