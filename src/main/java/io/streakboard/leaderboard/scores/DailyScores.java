package io.streakboard.leaderboard.scores;

import static java.util.stream.Collectors.joining;

import io.streakboard.leaderboard.board.BoardRule;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The scores of a member of a sliding board by day. Pure. Windows are computed from them, so nothing changes at
 * midnight. As text the day, the score and the milliseconds, for example {@code 2026-11-21 120 1795219200000,2026-11-22
 * 15 1795305600000}.
 */
public record DailyScores(NavigableMap<LocalDate, TimedScore> scores) {

    static final DailyScores NONE = new DailyScores(Collections.emptyNavigableMap());

    static DailyScores of(@Nullable String text) {
        if (text == null) {
            return NONE;
        }
        var scores = new TreeMap<LocalDate, TimedScore>();
        for (var day : text.split(",", -1)) {
            var parts = day.split(" ", -1);
            scores.put(
                    LocalDate.parse(parts[0]),
                    new TimedScore(Long.parseLong(parts[1]), Instant.ofEpochMilli(Long.parseLong(parts[2]))));
        }
        return new DailyScores(scores);
    }

    /** Null if there are none. */
    @Nullable
    String text() {
        return scores.isEmpty()
                ? null
                : scores.entrySet().stream()
                        .map(day -> day.getKey() + " " + day.getValue().score() + " "
                                + day.getValue().occurredAt().toEpochMilli())
                        .collect(joining(","));
    }

    /**
     * The days after taking a value of one day; empty if it changes nothing. Drops days that are in no kept window.
     */
    Optional<DailyScores> take(BoardRule rule, LocalDate day, TimedScore value) {
        var before = scores.get(day);
        var after = before == null ? Optional.of(value).filter(each -> each.counts(rule)) : before.take(rule, value);
        return after.map(timed -> {
            var changed = new TreeMap<>(scores);
            changed.put(day, timed);
            var newest = changed.lastKey();
            long kept = rule.days() + rule.retention().toDays() + 2;
            return new DailyScores(new TreeMap<>(changed.tailMap(newest.minusDays(kept), true)));
        });
    }

    /** Whether a value of a day that changes nothing is equally good, see {@link TimedScore#isMatchedBy}. */
    boolean isMatchedBy(BoardRule rule, LocalDate day, TimedScore value) {
        var known = scores.get(day);
        return known == null ? !scores.isEmpty() : known.isMatchedBy(rule, value);
    }

    /** Only the days after the given one. */
    DailyScores after(LocalDate day) {
        return new DailyScores(new TreeMap<>(scores.tailMap(day, false)));
    }

    /** The score in the window that ends with a day; null if the window has none of the days. */
    public @Nullable TimedScore in(BoardRule rule, LocalDate last) {
        var window = scores.subMap(last.minusDays(rule.days() - 1), true, last, true);
        if (window.isEmpty()) {
            return null;
        }
        return switch (rule.operator()) {
            case SUM -> sum(rule, window.values());
            case BEST ->
                window.values().stream()
                        .reduce((one, other) -> one.take(rule, other).orElse(one))
                        .orElseThrow();
            case LATEST -> window.lastEntry().getValue();
        };
    }

    /** The sum was reached with the last addition. After removals it may be below 0, and a sum over the ledger always. */
    private static TimedScore sum(BoardRule rule, Collection<TimedScore> days) {
        long sum = 0;
        var last = days.iterator().next();
        for (var day : days) {
            sum += day.score();
            last = day.score() == 0 ? last : day;
        }
        return new TimedScore(Math.clamp(sum, rule.isFed() ? Long.MIN_VALUE : 0, rule.maxScore()), last.occurredAt());
    }
}
