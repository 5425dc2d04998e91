package io.streakboard.model;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;

/** Days and months of the business zone, and when a month may be sealed. */
record Almanac(ZoneId zone, Duration grace) {

    LocalDate dayOf(Instant instant) {
        return LocalDate.ofInstant(instant, zone);
    }

    YearMonth monthOf(Instant instant) {
        return YearMonth.from(dayOf(instant));
    }

    Instant startOf(YearMonth month) {
        return month.atDay(1).atStartOfDay(zone).toInstant();
    }

    Instant endOf(YearMonth month) {
        return startOf(month.plusMonths(1));
    }

    /** Whether an instance whose clock shows an instant may seal a month, unless it is held. */
    boolean sealable(YearMonth month, Instant instant) {
        return !instant.isBefore(endOf(month).plus(grace));
    }
}
