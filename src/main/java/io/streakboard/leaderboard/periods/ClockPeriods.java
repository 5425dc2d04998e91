package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.Period;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hours and half-hours as the clocks of a zone show them. Where clocks change, the old period ends and a new one
 * begins. Where they show a time twice, the key carries the offset: {@code 2026-10-25T02:30+02:00}, then
 * {@code 2026-10-25T02:30+01:00}.
 */
final class ClockPeriods implements Periods {

    /** More than any offset from UTC and any change of clocks. */
    private static final Duration MARGIN = Duration.ofHours(26);

    private static final Pattern OFFSET = Pattern.compile("(.+T[0-9:]+)([+-][0-9:]+|Z)");

    private record Interval(Instant start, Instant end, ZoneOffset offset) {

        boolean contains(Instant instant) {
            return !instant.isBefore(start) && instant.isBefore(end);
        }
    }

    private final ZoneId zone;
    private final Duration length;
    private final DateTimeFormatter form;
    private final Pattern pattern;

    private ClockPeriods(ZoneId zone, Duration length, String form, String pattern) {
        this.zone = zone;
        this.length = length;
        this.form = DateTimeFormatter.ofPattern(form);
        this.pattern = Pattern.compile(pattern);
    }

    /** {@code 2026-11-21T10:30} */
    static Periods halfHours(ZoneId zone) {
        return new ClockPeriods(
                zone, Duration.ofMinutes(30), "uuuu-MM-dd'T'HH:mm", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:(00|30)");
    }

    /** {@code 2026-11-21T10} */
    static Periods hours(ZoneId zone) {
        return new ClockPeriods(zone, Duration.ofHours(1), "uuuu-MM-dd'T'HH", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}");
    }

    @Override
    public Period at(Instant instant) {
        var shown = begin(LocalDateTime.ofInstant(instant, zone));
        var intervals = intervals(shown);
        return intervals.stream()
                .filter(interval -> interval.contains(instant))
                .map(interval -> period(shown, interval, intervals.size() > 1))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Optional<Period> before(Period period) {
        return Optional.ofNullable(period.startsAt()).map(start -> at(start.minusNanos(1)));
    }

    @Override
    public Optional<Period> find(String key) {
        var parts = OFFSET.matcher(key);
        var local = parts.matches() ? parts.group(1) : key;
        if (!pattern.matcher(local).matches()) {
            return Optional.empty();
        }
        try {
            var shown = LocalDateTime.parse(local.length() == "2026-11-21T10".length() ? local + ":00" : local);
            var intervals = intervals(shown);
            return intervals.stream()
                    .map(interval -> period(shown, interval, intervals.size() > 1))
                    .filter(period -> period.key().equals(key))
                    .findFirst();
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private LocalDateTime begin(LocalDateTime shown) {
        long step = length.toSeconds();
        long second = shown.toLocalTime().toSecondOfDay();
        return shown.toLocalDate().atStartOfDay().plusSeconds(second - second % step);
    }

    private Period period(LocalDateTime shown, Interval interval, boolean ambiguous) {
        return new Period(form.format(shown) + (ambiguous ? interval.offset() : ""), interval.start(), interval.end());
    }

    /** The intervals in which clocks show a period: usually one, none in a gap, two in an overlap. */
    private List<Interval> intervals(LocalDateTime shown) {
        var utc = shown.toInstant(ZoneOffset.UTC);
        var last = utc.plus(MARGIN);
        var intervals = new ArrayList<Interval>();
        for (var from = utc.minus(MARGIN); from.isBefore(last); ) {
            var offset = zone.getRules().getOffset(from);
            var change = zone.getRules().nextTransition(from);
            var to = change == null || change.getInstant().isAfter(last) ? last : change.getInstant();
            var start = shown.toInstant(offset);
            var end = start.plus(length);
            var interval = new Interval(start.isBefore(from) ? from : start, end.isAfter(to) ? to : end, offset);
            if (interval.start().isBefore(interval.end())) {
                intervals.add(interval);
            }
            from = to;
        }
        return intervals;
    }
}
