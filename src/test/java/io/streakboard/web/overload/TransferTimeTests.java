package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransferTimeTests {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private long now;
    private final TransferTime inAll = TransferTime.inAll(TEN_SECONDS, () -> now);
    private final TransferTime whileMoving = TransferTime.whileMoving(TEN_SECONDS, () -> now);

    /** Moves so many bytes and takes so long for them. */
    private TransferTime.Step step(int bytes, Duration time) {
        return () -> {
            now += time.toNanos();
            return bytes;
        };
    }

    @Test
    void aByteNowAndThenIsNotEnough() throws IOException {
        for (var time : new TransferTime[] {inAll, whileMoving}) {
            for (int i = 0; i < 4; i++) {
                time.take(step(1, Duration.ofSeconds(3)));
            }

            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> time.take(step(1, Duration.ZERO)));
        }
    }

    @Test
    void aFileMayTakeLong() throws IOException {
        for (int i = 0; i < 100_000; i++) {
            assertThat(whileMoving.take(step(16 * 1024, Duration.ofSeconds(1)))).isEqualTo(16 * 1024);
        }
    }

    @Test
    void whatHasMovedFastEarnsNoPause() throws IOException {
        whileMoving.take(step(100_000_000, Duration.ofSeconds(1)));
        whileMoving.take(step(1, Duration.ofSeconds(11)));

        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> whileMoving.take(step(1, Duration.ZERO)));
    }

    @Test
    void aBodyMayNot() throws IOException {
        for (int i = 0; i < 11; i++) {
            inAll.take(step(16 * 1024, Duration.ofSeconds(1)));
        }

        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> inAll.take(step(16 * 1024, Duration.ofSeconds(1))));
    }

    @Test
    void theTimeOfTheServerIsNotTheClientsFault() throws IOException {
        inAll.take(step(1, Duration.ZERO));
        now += Duration.ofHours(1).toNanos();

        assertThat(inAll.take(step(1, Duration.ZERO))).isOne();
    }

    @Test
    void theEndGivesNoTime() throws IOException {
        assertThat(whileMoving.take(step(-1, Duration.ofSeconds(11)))).isEqualTo(-1);

        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> whileMoving.take(step(-1, Duration.ZERO)));
    }
}
