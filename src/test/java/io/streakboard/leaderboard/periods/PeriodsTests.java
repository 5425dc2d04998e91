package io.streakboard.leaderboard.periods;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodsTests {

    @ParameterizedTest
    @CsvSource({
        "half-hour, Asia/Shanghai, 2026-11-21T02:59:59Z, 2026-11-21T10:30, 2026-11-21T02:30:00Z, 2026-11-21T03:00:00Z",
        "half-hour, Asia/Kathmandu, 2026-11-21T00:00:00Z, 2026-11-21T05:30, 2026-11-20T23:45:00Z, 2026-11-21T00:15:00Z",
        "half-hour, Australia/Lord_Howe, 2026-10-03T15:30:00Z, 2026-10-04T02:30, 2026-10-03T15:30:00Z,"
                + " 2026-10-03T16:00:00Z",
        "hour, Asia/Shanghai, 2026-11-21T02:30:00Z, 2026-11-21T10, 2026-11-21T02:00:00Z, 2026-11-21T03:00:00Z",
        "hour, Australia/Lord_Howe, 2026-10-03T15:30:00Z, 2026-10-04T02, 2026-10-03T15:30:00Z, 2026-10-03T16:00:00Z",
        "day, Asia/Shanghai, 2026-11-20T16:00:00Z, 2026-11-21, 2026-11-20T16:00:00Z, 2026-11-21T16:00:00Z",
        "day, Europe/Berlin, 2026-10-25T12:00:00Z, 2026-10-25, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
        "day, America/Sao_Paulo, 2018-11-04T03:00:00Z, 2018-11-04, 2018-11-04T03:00:00Z, 2018-11-05T02:00:00Z",
        "week, UTC, 2026-11-21T00:00:00Z, 2026-W47, 2026-11-16T00:00:00Z, 2026-11-23T00:00:00Z",
        "week, UTC, 2026-12-31T00:00:00Z, 2026-W53, 2026-12-28T00:00:00Z, 2027-01-04T00:00:00Z",
        "week, UTC, 2027-01-03T23:59:59Z, 2026-W53, 2026-12-28T00:00:00Z, 2027-01-04T00:00:00Z",
        "week, UTC, 2024-12-30T00:00:00Z, 2025-W01, 2024-12-30T00:00:00Z, 2025-01-06T00:00:00Z",
        "month, Asia/Shanghai, 2026-10-31T16:00:00Z, 2026-11, 2026-10-31T16:00:00Z, 2026-11-30T16:00:00Z"
    })
    void anInstantHasAPeriodWithAKey(
            String cycle, String zone, Instant instant, String key, Instant startsAt, Instant endsAt) {
        var periods = periods(cycle, zone);

        assertThat(periods.at(instant)).isEqualTo(new Period(key, startsAt, endsAt));
        assertThat(periods.find(key)).contains(new Period(key, startsAt, endsAt));
    }

    @Test
    void anAmbiguousTimeCarriesItsOffset() {
        assertThat(keys("half-hour", "Europe/Berlin", "2026-10-25T00:00:00Z", 5))
                .containsExactly(
                        "2026-10-25T02:00+02:00",
                        "2026-10-25T02:30+02:00",
                        "2026-10-25T02:00+01:00",
                        "2026-10-25T02:30+01:00",
                        "2026-10-25T03:00");
        assertThat(keys("hour", "Australia/Lord_Howe", "2026-04-04T13:00:00Z", 4))
                .containsExactly("2026-04-05T00", "2026-04-05T01+11:00", "2026-04-05T01+10:30", "2026-04-05T02");
        assertThat(keys("half-hour", "Australia/Lord_Howe", "2026-04-04T14:00:00Z", 4))
                .containsExactly(
                        "2026-04-05T01:00", "2026-04-05T01:30+11:00", "2026-04-05T01:30+10:30", "2026-04-05T02:00");
    }

    @Test
    void aDayHasFortySixToFiftyHalfHours() {
        assertThat(halfHours("2026-11-21")).isEqualTo(48);
        assertThat(halfHours("2026-03-29")).isEqualTo(46);
        assertThat(halfHours("2026-10-25")).isEqualTo(50);
    }

    @ParameterizedTest
    @CsvSource({
        "half-hour, 2026-03-29T02:30",
        "half-hour, 2026-10-25T02:30",
        "half-hour, 2026-10-25T02:30+03:00",
        "half-hour, 2026-11-21T10:30+01:00",
        "half-hour, 2026-11-21T10:15",
        "half-hour, 2026-11-21T24:00",
        "half-hour, 2026-11-21T10",
        "half-hour, 2026-11-31T10:30",
        "hour, 2026-03-29T02",
        "hour, 2026-11-21T10:30",
        "day, 2026-11",
        "day, 2026-11-31",
        "day, 2026-11-1",
        "day, +2026-11-21",
        "week, 2026-W54",
        "week, 2025-W53",
        "week, 2026-W00",
        "week, 2026-11",
        "month, 2026-13",
        "month, 2026-11-21"
    })
    void aKeyOfAnotherFormIsNotFound(String cycle, String key) {
        assertThat(periods(cycle, "Europe/Berlin").find(key)).isEmpty();
    }

    @Test
    void aDayThatAZoneSkipsIsNoPeriod() {
        var apia = periods("day", "Pacific/Apia");

        assertThat(apia.find("2011-12-30")).isEmpty();
        assertThat(apia.find("2011-12-31").flatMap(apia::before))
                .map(Period::key)
                .contains("2011-12-29");
    }

    @Test
    void withoutACycleThereIsOnePeriodAndNoneBefore() {
        var none = new NoPeriods(BoardRule.ofPoints(List.of()));
        var all = none.at(Instant.EPOCH);

        assertThat(all).isEqualTo(new Period("all", null, null));
        assertThat(none.find("all")).contains(all);
        assertThat(none.find("2026-11")).isEmpty();
        assertThat(none.before(all)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"half-hour", "hour", "day", "week", "month"})
    void periodsFollowEachOtherWithoutGapOverTheYears(String cycle) {
        var periods = periods(cycle, "Australia/Lord_Howe");
        var period = periods.at(Instant.parse("2025-01-01T00:00:00Z"));
        var keys = new ArrayList<String>();

        while (period.endsAt() != null && period.endsAt().isBefore(Instant.parse("2026-06-01T00:00:00Z"))) {
            keys.add(period.key());
            var next = periods.at(period.endsAt());
            assertThat(next.startsAt()).isEqualTo(period.endsAt());
            assertThat(periods.before(next)).contains(period);
            period = next;
        }
        assertThat(keys).doesNotHaveDuplicates();
    }

    @Property(tries = 5000)
    void everyInstantIsInThePeriodThatItsKeyFinds(
            @ForAll("cycles") String cycle, @ForAll("zones") ZoneId zone, @ForAll Random random) {
        var periods = periods(cycle, zone.getId());
        var instant = nearAChangeOfClocks(zone, random);
        var period = periods.at(instant);

        assertThat(instant)
                .as("%s of %s in %s", period, cycle, zone)
                .isBetween(start(period), end(period).minusNanos(1));
        assertThat(periods.find(period.key())).contains(period);
        assertThat(periods.at(start(period))).isEqualTo(period);
        assertThat(periods.at(end(period).minusNanos(1))).isEqualTo(period);
        assertThat(periods.before(periods.at(end(period)))).contains(period);
    }

    @Provide
    Arbitrary<String> cycles() {
        return Arbitraries.of("half-hour", "hour", "day", "week", "month");
    }

    @Provide
    Arbitrary<ZoneId> zones() {
        return Arbitraries.of(ZoneId.getAvailableZoneIds()).map(ZoneId::of);
    }

    /** Within two days of a change of clocks if the zone has any, else at any time; from 2000 to 2030. */
    private static Instant nearAChangeOfClocks(ZoneId zone, Random random) {
        var any = Instant.parse("2000-01-01T00:00:00Z").plusSeconds(random.nextLong(30L * 365 * 24 * 3600));
        var change = zone.getRules().nextTransition(any);
        return change == null ? any : change.getInstant().plusMillis(random.nextLong(-172_800_000, 172_800_000));
    }

    private static long halfHours(String day) {
        var date = periods("day", "Europe/Berlin").find(day).orElseThrow();
        return Duration.between(start(date), end(date)).toMinutes() / 30;
    }

    private static List<String> keys(String cycle, String zone, String from, int count) {
        var periods = periods(cycle, zone);
        var keys = new ArrayList<String>();
        var period = periods.at(Instant.parse(from));
        for (int i = 0; i < count; i++) {
            keys.add(period.key());
            period = periods.at(end(period));
        }
        return keys;
    }

    private static Instant start(Period period) {
        return Objects.requireNonNull(period.startsAt());
    }

    private static Instant end(Period period) {
        return Objects.requireNonNull(period.endsAt());
    }

    private static Periods periods(String cycle, String zone) {
        var time = new BusinessTime(Clock.systemUTC(), ZoneId.of(zone));
        return switch (cycle) {
            case "half-hour" -> ClockPeriods.halfHours(time.zone());
            case "hour" -> ClockPeriods.hours(time.zone());
            case "day" -> DatePeriods.days(time);
            case "week" -> DatePeriods.weeks(time);
            case "month" -> DatePeriods.months(time);
            default -> throw new IllegalArgumentException(cycle);
        };
    }
}
