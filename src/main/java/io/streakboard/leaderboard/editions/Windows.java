package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.periods.WindowPeriods;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.LocalDate;

/** Which windows a series has: one for each day that is kept, and in time tomorrow's. */
public final class Windows {

    /** A million members take Redis less than a minute, but all instances may be down for hours. */
    private static final Duration AHEAD = Duration.ofHours(12);

    /** The last days of windows, from the first to the last. */
    public record Span(LocalDate first, LocalDate last) {}

    private final EditionTable table;
    private final BusinessTime time;

    Windows(EditionTable table, BusinessTime time) {
        this.table = table;
        this.time = time;
    }

    /** The windows that a board needs now. */
    Span due(BoardRule board) {
        var now = time.now();
        return new Span(time.dayOf(now.minus(board.retention())), time.dayOf(now.plus(AHEAD)));
    }

    /**
     * Makes all windows of a new series, tomorrow's as well. A reset begins a series with today's window: the windows
     * that have ended stay with the series before.
     */
    void begin(StoredEdition series) {
        var due = due(series.board());
        var today = time.today();
        make(series, new Span(series.version() == 1 ? due.first() : today, today.plusDays(1)));
    }

    /** Makes the windows that a series lacks by now, none before its oldest: their days may be gone. */
    void complete(StoredEdition series) {
        var due = due(series.board());
        var there = table.windows(series.id());
        var oldest = there.isEmpty()
                ? due.first()
                : LocalDate.parse(there.getFirst().period().key());
        make(series, oldest.isBefore(due.first()) ? due : new Span(oldest, due.last()));
    }

    private void make(StoredEdition series, Span span) {
        var periods = new WindowPeriods(time, series.board());
        var there = table.windows(series.id()).stream()
                .map(row -> row.period().key())
                .toList();
        span.first()
                .datesUntil(span.last().plusDays(1))
                .map(periods::ending)
                .filter(window -> !there.contains(window.key()))
                .forEach(window -> table.insertWindow(series, window, time.now()));
    }
}
