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
record RunTarget(@Nullable Long learner, @Nullable Set<Integer> partitions) {

    static final RunTarget ALL = new RunTarget(null, null);

    static RunTarget learner(long learner) {
        return new RunTarget(learner, null);
    }

    static RunTarget partitions(Set<Integer> partitions) {
        return new RunTarget(null, new TreeSet<>(partitions));
    }
}
