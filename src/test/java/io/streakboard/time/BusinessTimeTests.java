package io.streakboard.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.time.TimeProperties.ClockStart;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class BusinessTimeTests {

    @Test
    void theZoneDecidesTheDayAndTheMonth() {
        var lastSecond = Instant.parse("2026-10-31T15:59:59Z");
        var shanghai = in("Asia/Shanghai");

        assertThat(shanghai.dayOf(lastSecond)).isEqualTo("2026-10-31");
        assertThat(shanghai.dayOf(lastSecond.plusSeconds(1))).isEqualTo("2026-11-01");
        assertThat(shanghai.monthOf(lastSecond.plusSeconds(1))).isEqualTo(YearMonth.of(2026, 11));
        assertThat(in("UTC").monthOf(lastSecond.plusSeconds(1))).isEqualTo(YearMonth.of(2026, 10));
    }

    @Test
    void todayIsTheClocksDayInTheZone() {
        var clock = Clock.fixed(Instant.parse("2026-12-31T23:30:00Z"), ZoneOffset.UTC);
        var time = new BusinessTime(clock, new TimeProperties(ZoneId.of("Europe/Berlin"), new ClockStart(null)));

        assertThat(time.today()).isEqualTo("2027-01-01");
    }

    @Test
    void aDayHasTwentyThreeOrTwentyFiveHoursWhereClocksChange() {
        var berlin = in("Europe/Berlin");

        assertThat(hours(berlin, "2026-03-29")).isEqualTo(23);
        assertThat(hours(berlin, "2026-10-25")).isEqualTo(25);
        assertThat(hours(berlin, "2026-10-26")).isEqualTo(24);
    }

    @Test
    void aDayStartsLaterWhereAChangeOfClocksSkipsMidnight() {
        var saoPaulo = in("America/Sao_Paulo");
        var start = saoPaulo.startOf(LocalDate.parse("2018-11-04"));

        assertThat(start).isEqualTo("2018-11-04T03:00:00Z");
        assertThat(saoPaulo.dayOf(start)).isEqualTo("2018-11-04");
        assertThat(saoPaulo.dayOf(start.minusNanos(1))).isEqualTo("2018-11-03");
    }

    private static long hours(BusinessTime time, String day) {
        var date = LocalDate.parse(day);
        return Duration.between(time.startOf(date), time.startOf(date.plusDays(1)))
                .toHours();
    }

    private static BusinessTime in(String zone) {
        return new BusinessTime(Clock.systemUTC(), new TimeProperties(ZoneId.of(zone), new ClockStart(null)));
    }
}
