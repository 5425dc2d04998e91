package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.support.IntegrationTest;
import java.util.Set;
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
        for (int check = 0; check < 61; check++) {
            assertThat(checks.missing()).isEmpty();
        }

        verify(mark, times(2)).missing();
    }

    @Test
    void marksThatWereCompleteAreCheckedAtOnceWhenASignInHasMissedOne() {
        assertThat(checks.missing()).isEmpty();
        when(mark.missing()).thenReturn(Set.of(3));

        assertThat(checks.missing()).isEmpty();
        assertThat(checks.missingNow()).containsExactly(3);
    }

    @Test
    void marksThatWereMissingAreCheckedEachTime() {
        when(mark.missing()).thenReturn(Set.of(1, 2, 3), Set.of(2), Set.of());

        assertThat(checks.missing()).hasSize(3);
        assertThat(checks.missing()).hasSize(1);
        assertThat(checks.missing()).isEmpty();
        assertThat(checks.missing()).isEmpty();
        verify(mark, times(3)).missing();
    }
}
