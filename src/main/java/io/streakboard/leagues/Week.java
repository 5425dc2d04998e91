package io.streakboard.leagues;

import io.streakboard.points.EarnedPoints.EarnedQuery;
import io.streakboard.time.BusinessTime;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A week of the leagues. Usually seven days; fewer where the configured first day was changed.
 *
 * @param next the day after the last
 * @param enrolled whether all learners with points at the start were enrolled
 * @param sealedAt points recorded later do not count; null while the week is open
 */
record Week(
        LocalDate first,
        LocalDate next,
        boolean enrolled,
        @Nullable Instant sealedAt) {

    /** @param from the day after the last week before; null if there was none */
    static Week with(LocalDate day, DayOfWeek firstDay, @Nullable LocalDate from) {
        var usual = day.with(TemporalAdjusters.previousOrSame(firstDay));
        var first = from != null && from.isAfter(usual) ? from : usual;
        return new Week(first, usual.plusWeeks(1), false, null);
    }

    boolean contains(LocalDate day) {
        return !day.isBefore(first) && day.isBefore(next);
    }

    EarnedQuery question(Set<String> types) {
        return new EarnedQuery(first, next, types, sealedAt == null ? BusinessTime.NEVER : sealedAt);
    }
}
