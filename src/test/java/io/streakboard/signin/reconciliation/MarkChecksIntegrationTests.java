package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.support.IntegrationTest;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

@IntegrationTest
class MarkChecksIntegrationTests {

    private final CompletenessMark mark = mock(CompletenessMark.class);
    private final MarkChecks checks;

    MarkChecksIntegrationTests(StringRedisTemplate redis) {
        checks = new MarkChecks(mark, redis);
    }

    @Test
    void marksThatWereCompleteAreCheckedSeldom() {
        for (int look = 0; look < 7; look++) {
            assertThat(checks.missing()).isZero();
        }

        verify(mark, times(2)).missing();
    }

    @Test
    void marksThatWereMissingAreCheckedEachTime() {
        when(mark.missing()).thenReturn(128L, 3L, 0L);

        assertThat(checks.missing()).isEqualTo(128);
        assertThat(checks.missing()).isEqualTo(3);
        assertThat(checks.missing()).isZero();
        assertThat(checks.missing()).isZero();
        verify(mark, times(3)).missing();
    }
}
