package io.streakboard.leaderboard.updates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class StreamQuotaTests {

    private final StreamQuota quota = new StreamQuota(2, 3);

    @Test
    void aLearnerMayHaveSoManyStreamsAndNoMore() {
        take(1, 2);

        assertThatExceptionOfType(TooManyStreams.class)
                .isThrownBy(() -> quota.take("1", slot()))
                .satisfies(
                        refusal -> assertThat(refusal.getStatusCode().value()).isEqualTo(429))
                .satisfies(refusal -> assertThat(refusal.getHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                        .isEqualTo("2"));
        assertThat(quota.taken()).isEqualTo(2);
    }

    @Test
    void anInstanceMayHaveSoManyStreamsAndNoMore() {
        take(1, 2);
        take(2, 1);

        assertThatExceptionOfType(TooManyStreams.class)
                .isThrownBy(() -> quota.take("3", slot()))
                .satisfies(
                        refusal -> assertThat(refusal.getStatusCode().value()).isEqualTo(503))
                .satisfies(refusal -> assertThat(refusal.getHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                        .isEqualTo("10"));
    }

    @Test
    void whatIsGivenBackCanBeTakenAgain() {
        var slot = slot();
        quota.take("1", slot);
        take(1, 1);
        take(2, 1);

        quota.giveBack("1", slot);

        take(1, 1);
        assertThat(quota.taken()).isEqualTo(3);
    }

    @Test
    void aRefusalDoesNotTakeASeat() {
        take(1, 2);
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(TooManyStreams.class).isThrownBy(() -> quota.take("1", slot()));
        }

        take(2, 1);
    }

    @Test
    void streamsOfALearnerWhoHasTooManyAreNudged() throws InterruptedException {
        var slot = slot();
        quota.take("1", slot);
        take(1, 1);

        assertThatExceptionOfType(TooManyStreams.class).isThrownBy(() -> quota.take("1", slot()));

        assertThat(slot.take(Long.MAX_VALUE)).isNull();
    }

    private void take(long learner, int count) {
        IntStream.range(0, count).forEach(i -> quota.take(Long.toString(learner), slot()));
    }

    private static Slot slot() {
        return new Slot("42");
    }
}
