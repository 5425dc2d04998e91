package io.streakboard.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WeekComparisonTests {

    @Test
    void theMedianIsTheMiddleOrBetweenTwo() {
        assertThat(WeekComparison.median(List.of(9L, 0L, 4L, 100L, 3L))).isEqualTo(4);
        assertThat(WeekComparison.median(List.of(9L, 0L, 4L, 100L, 3L, 0L))).isEqualTo(3);
        assertThat(WeekComparison.median(List.of(-3L, -2L))).isEqualTo(-3);
    }
}
