package io.streakboard.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BusinessTimeTests {

    @Test
    void aDayThatTheZoneSkippedDoesNotExist() {
        assertThat(in("Pacific/Apia").skippedDays()).contains(LocalDate.parse("2011-12-30"));
        assertThat(in("Pacific/Apia").skippedDays()).doesNotContain(LocalDate.parse("2011-12-31"));
        for (var zone : List.of("UTC", "Asia/Shanghai", "Europe/Berlin", "America/Sao_Paulo", "+08:00")) {
            assertThat(in(zone).skippedDays()).as(zone).isEmpty();
        }
    }

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
        var time = new BusinessTime(clock, ZoneId.of("Europe/Berlin"));

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

    @Test
    void aDayDoesNotComeBackWhereClocksAreSetBackAcrossMidnight() {
        var stJohns = in("America/St_Johns"); // at 00:01 on 1 November 2009 it was 23:01 again
        var november = stJohns.startOf(LocalDate.parse("2009-11-01"));

        assertThat(stJohns.dayOf(november)).isEqualTo("2009-11-01");
        assertThat(stJohns.dayOf(november.plusSeconds(600))).isEqualTo("2009-11-01");
        assertThat(stJohns.monthOf(november.plusSeconds(600))).isEqualTo(YearMonth.of(2009, 11));
    }

    @Property(tries = 5000)
    void everyInstantLiesBetweenTheStartsOfItsDayAndTheNext(@ForAll("zones") ZoneId zone, @ForAll Random random) {
        var instant = nearAChangeOfClocks(zone, random);
        var time = in(zone.getId());
        var day = time.dayOf(instant);

        assertThat(instant)
                .as("%s, a %s in %s", instant, day, zone)
                .isBetween(time.startOf(day), time.startOf(day.plusDays(1)).minusNanos(1));
        assertThat(time.monthOf(instant)).isEqualTo(YearMonth.from(day));
    }

    @Provide
    Arbitrary<ZoneId> zones() {
        return Arbitraries.of(ZoneId.getAvailableZoneIds()).map(ZoneId::of);
    }

    /** Within two days of one where there is any, else at any time; from 2000 to 2030. */
    private static Instant nearAChangeOfClocks(ZoneId zone, Random random) {
        var any = Instant.parse("2000-01-01T00:00:00Z").plusSeconds(random.nextLong(30L * 365 * 24 * 3600));
        var change = zone.getRules().nextTransition(any);
        return change == null ? any : change.getInstant().plusMillis(random.nextLong(-172_800_000, 172_800_000));
    }

    private static long hours(BusinessTime time, String day) {
        var date = LocalDate.parse(day);
        return Duration.between(time.startOf(date), time.startOf(date.plusDays(1)))
                .toHours();
    }

    private static BusinessTime in(String zone) {
        return new BusinessTime(Clock.systemUTC(), ZoneId.of(zone));
    }
}
