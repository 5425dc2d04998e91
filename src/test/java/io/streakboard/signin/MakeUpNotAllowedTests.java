package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class MakeUpNotAllowedTests {

    private static final ZoneId APIA = ZoneId.of("Pacific/Apia");

    /** Samoa crossed the date line: there was no 30 December. */
    @Test
    void aDayThatTheZoneSkippedCannotBeMissed() {
        var today = LocalDate.parse("2012-01-01");
        var time = new BusinessTime(Clock.fixed(Instant.parse("2011-12-31T20:00:00Z"), APIA), APIA);

        MakeUpNotAllowed.check(LocalDate.parse("2011-12-29"), time, today, 7);
        assertThatExceptionOfType(MakeUpNotAllowed.class)
                .isThrownBy(() -> MakeUpNotAllowed.check(LocalDate.parse("2011-12-30"), time, today, 7))
                .withMessageContaining("2011-12-30 does not exist in Pacific/Apia");
    }
}
