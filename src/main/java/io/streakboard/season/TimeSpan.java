package io.streakboard.season;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A span of time.
 *
 * @param start inclusive
 * @param end exclusive
 */
record TimeSpan(Instant start, Instant end) {

    boolean contains(Instant instant) {
        return !instant.isBefore(start) && instant.isBefore(end);
    }

    boolean overlaps(TimeSpan other) {
        return start.isBefore(other.end) && other.start.isBefore(end);
    }

    /** The parts of this span that the others leave free, in order of time. The others must not overlap each other. */
    List<TimeSpan> without(Collection<TimeSpan> others) {
        var left = new ArrayList<TimeSpan>();
        var from = start;
        for (var other : others.stream()
                .filter(this::overlaps)
                .sorted(Comparator.comparing(TimeSpan::start))
                .toList()) {
            if (from.isBefore(other.start)) {
                left.add(new TimeSpan(from, other.start));
            }
            from = other.end;
        }
        if (from.isBefore(end)) {
            left.add(new TimeSpan(from, end));
        }
        return left;
    }
}
