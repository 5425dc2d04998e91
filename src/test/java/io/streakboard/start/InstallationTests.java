package io.streakboard.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.start.Installation.Use;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InstallationTests {

    private static final Use STORED = new Use("6f1c", Instant.parse("2026-11-18T12:00:00Z"));

    @Test
    void anEmptyRedisFits() {
        assertThat(mistake(null, false)).isEmpty();
    }

    @Test
    void boardsThatNobodyHasNotedAreOfAFormerVersion() {
        assertThat(mistake(null, true)).contains("before 0.1.0");
    }

    @Test
    void aRedisOfTheSameInstallationFitsWhicheverWasUsedLast() {
        assertThat(mistake(usedAfter(Duration.ZERO), true)).isEmpty();
        assertThat(mistake(usedAfter(Duration.ofDays(-300)), true)).isEmpty();
        assertThat(mistake(usedAfter(Duration.ofMinutes(5)), true)).isEmpty();
    }

    @Test
    void aMySqlOfABackupIsOlderThanRedis() {
        assertThat(mistake(usedAfter(Duration.ofMinutes(6)), true))
                .contains("older than Redis", "2026-11-18T12:00:00Z, Redis at 2026-11-18T12:06:00Z");
    }

    @Test
    void anotherInstallationAndAnotherLayoutDoNotFit() {
        assertThat(mistake(new Use("b2a0", STORED.usedAt()).text(), true)).contains("another installation");
        assertThat(mistake("2 6f1c 1795219200", true)).contains("another version");
    }

    private static String usedAfter(Duration after) {
        return new Use("6f1c", STORED.usedAt().plus(after)).text();
    }

    private static String mistake(@Nullable String noted, boolean boards) {
        return Installation.mistake(STORED, noted, () -> boards).orElse("");
    }
}
