package io.streakboard.time;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The clock and the zone that define "now", "today" and "this month". An action belongs to the day and month of its own
 * instant in this zone, never of the instant of processing.
 */
@Component
public class BusinessTime {

    /** Later than any stored instant. */
    public static final Instant NEVER = Utc.LATEST;

    private final Clock clock;
    private final ZoneId zone;

    @Autowired
    BusinessTime(Clock clock, TimeProperties properties) {
        this(clock, properties.zone());
    }

    /** With a zone that differs from the configured one. */
    public BusinessTime(Clock clock, ZoneId zone) {
        this.clock = clock;
        this.zone = zone;
    }

    public ZoneId zone() {
        return zone;
    }

    public Instant now() {
        return clock.instant();
    }

    public LocalDate today() {
        return dayOf(now());
    }

    /** This hour of an earlier day. */
    public Instant daysAgo(int days) {
        return now().atZone(zone).minusDays(days).toInstant();
    }

    /** The day of an instant. Where clocks are set back across midnight, the new day stays. */
    public LocalDate dayOf(Instant instant) {
        var shown = LocalDate.ofInstant(instant, zone);
        var next = shown.plusDays(1);
        return instant.isBefore(startOf(next)) ? shown : next;
    }

    public YearMonth monthOf(Instant instant) {
        return YearMonth.from(dayOf(instant));
    }

    /**
     * The end of today, within something that itself ends. Its last day and all later ones end {@link #NEVER}, because
     * no day follows.
     *
     * @param end null without an end
     */
    public Instant dayEndsWithin(@Nullable Instant end) {
        var tomorrow = startOf(today().plusDays(1));
        return end == null || tomorrow.isBefore(end) ? tomorrow : NEVER;
    }

    /** The days that the zone skipped. On Samoa, which crossed the date line, there was no 2011-12-30. */
    public Set<LocalDate> skippedDays() {
        return zone.getRules().getTransitions().stream()
                .filter(ZoneOffsetTransition::isGap)
                .flatMap(gap -> gap.getDateTimeBefore()
                        .toLocalDate()
                        .datesUntil(gap.getDateTimeAfter().toLocalDate()))
                .filter(this::skips)
                .collect(toUnmodifiableSet());
    }

    /** Whether a day is one of {@link #skippedDays()}. */
    public boolean skips(LocalDate day) {
        return startOf(day).equals(startOf(day.plusDays(1)));
    }

    /** The first instant of a day in the business zone, even if a change of clocks skips midnight. */
    public Instant startOf(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }
}
