package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class LearnerIdsTests {

    @Property(tries = 200)
    void hasTheAddedIdsInAnyOrderAndNoOthers(
            @ForAll List<@LongRange(min = 1, max = 50) Long> first,
            @ForAll Set<@LongRange(min = 1, max = 50) Long> then) {
        var ids = LearnerIds.NONE.with(first).with(then);

        for (long learner = 0; learner <= 51; learner++) {
            assertThat(ids.contains(learner)).isEqualTo(first.contains(learner) || then.contains(learner));
        }
    }
}
