package io.streakboard.identity;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/** Ids of learners, eight bytes each. */
final class LearnerIds {

    static final LearnerIds NONE = new LearnerIds(new long[0]);

    private final long[] sorted;

    private LearnerIds(long[] sorted) {
        this.sorted = sorted;
    }

    boolean contains(long learner) {
        return Arrays.binarySearch(sorted, learner) >= 0;
    }

    LearnerIds with(Collection<Long> learners) {
        var added = learners.stream()
                .mapToLong(Long::longValue)
                .filter(learner -> !contains(learner))
                .toArray();
        return added.length == 0
                ? this
                : new LearnerIds(LongStream.concat(LongStream.of(sorted), LongStream.of(added))
                        .sorted()
                        .distinct()
                        .toArray());
    }
}
