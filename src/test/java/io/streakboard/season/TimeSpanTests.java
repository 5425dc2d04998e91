package io.streakboard.season;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeSpanTests {

    private final TimeSpan ten = span(10, 20);

    @Test
    void spansThatMeetDoNotOverlap() {
        assertThat(ten.overlaps(span(20, 30))).isFalse();
        assertThat(ten.overlaps(span(0, 10))).isFalse();
        assertThat(ten.overlaps(span(19, 30))).isTrue();
        assertThat(ten.overlaps(span(12, 13))).isTrue();
        assertThat(ten.overlaps(span(0, 99))).isTrue();
    }

    @Test
    void theRestIsInOrderOfTime() {
        assertThat(ten.without(List.of())).containsExactly(ten);
        assertThat(ten.without(List.of(span(0, 5), span(20, 30)))).containsExactly(ten);
        assertThat(ten.without(List.of(span(15, 16), span(12, 13))))
                .containsExactly(span(10, 12), span(13, 15), span(16, 20));
        assertThat(ten.without(List.of(span(5, 12), span(18, 25)))).containsExactly(span(12, 18));
        assertThat(ten.without(List.of(span(10, 20)))).isEmpty();
        assertThat(ten.without(List.of(span(0, 12), span(12, 99)))).isEmpty();
    }

    private static TimeSpan span(int start, int end) {
        return new TimeSpan(Instant.ofEpochSecond(start), Instant.ofEpochSecond(end));
    }
}
