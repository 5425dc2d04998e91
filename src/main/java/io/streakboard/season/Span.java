package io.streakboard.season;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A stretch of time.
 *
 * @param start inclusive
 * @param end exclusive
 */
record Span(Instant start, Instant end) {

    boolean contains(Instant instant) {
        return !instant.isBefore(start) && instant.isBefore(end);
    }

    boolean overlaps(Span other) {
        return start.isBefore(other.end) && other.start.isBefore(end);
    }

    /** The parts of this span that the others leave free, in order of time. The others must not overlap each other. */
    List<Span> without(Collection<Span> others) {
        var left = new ArrayList<Span>();
        var from = start;
        for (var other : others.stream()
                .filter(this::overlaps)
                .sorted(Comparator.comparing(Span::start))
                .toList()) {
            if (from.isBefore(other.start)) {
                left.add(new Span(from, other.start));
            }
            from = other.end;
        }
        if (from.isBefore(end)) {
            left.add(new Span(from, end));
        }
        return left;
    }
}
