package io.streakboard.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.start.StorePairingCheck.LastUse;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorePairingCheckTests {

    private static final LastUse STORED = new LastUse("6f1c", Instant.parse("2026-11-18T12:00:00Z"));

    @Test
    void aRedisThatWasEmptiedFits() {
        assertThat(mismatch(null)).isEmpty();
    }

    @Test
    void aRedisOfTheSameInstallationFitsWhicheverWasUsedLast() {
        assertThat(mismatch(usedAfter(Duration.ZERO))).isEmpty();
        assertThat(mismatch(usedAfter(Duration.ofDays(-300)))).isEmpty();
        assertThat(mismatch(usedAfter(Duration.ofMinutes(5)))).isEmpty();
    }

    @Test
    void aMySqlOfABackupIsOlderThanRedis() {
        assertThat(mismatch(usedAfter(Duration.ofMinutes(6))))
                .contains("older than Redis", "2026-11-18T12:00:00Z, Redis at 2026-11-18T12:06:00Z");
    }

    @Test
    void anotherInstallationAndAnotherLayoutDoNotFit() {
        assertThat(mismatch(new LastUse("b2a0", STORED.usedAt()).text())).contains("another installation");
        assertThat(mismatch("2 6f1c 1795219200")).contains("another version");
    }

    private static String usedAfter(Duration after) {
        return new LastUse("6f1c", STORED.usedAt().plus(after)).text();
    }

    private static String mismatch(@Nullable String noted) {
        return StorePairingCheck.mismatch(STORED, noted).orElse("");
    }
}
