package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.periods.WindowPeriods;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The windows of a series: one for each kept day, and tomorrow's ahead of time. */
@Component
public final class Windows {

    /** Redis builds a window of a million members in less than a minute, but all instances may be down for hours. */
    private static final Duration AHEAD = Duration.ofHours(12);

    /** The last days of windows, from the first to the last. */
    public record DayRange(LocalDate first, LocalDate last) {}

    private static final Logger log = LoggerFactory.getLogger(Windows.class);

    private final EditionTable table;
    private final WindowTable windows;
    private final BoardRegistry boards;
    private final TransactionTemplate transactions;
    private final BusinessTime time;

    Windows(
            EditionTable table,
            WindowTable windows,
            BoardRegistry boards,
            TransactionTemplate transactions,
            BusinessTime time) {
        this.table = table;
        this.windows = windows;
        this.boards = boards;
        this.transactions = transactions;
        this.time = time;
    }

    /** The windows of a series, oldest first. */
    List<StoredEdition> of(StoredEdition series) {
        return windows.of(series.id()).stream()
                .map(row -> row.of(series.board()))
                .toList();
    }

    /** The windows that a board needs now. */
    DayRange due(BoardRule board) {
        var now = time.now();
        return new DayRange(time.dayOf(now.minus(board.retention())), time.dayOf(now.plus(AHEAD)));
    }

    /**
     * Makes all windows of a new series, including tomorrow's. After a reset a series begins with today's window: ended
     * windows stay with the previous series. Windows that ended before the series began are closed, but not announced.
     */
    void begin(StoredEdition series) {
        var due = due(series.board());
        var today = time.today();
        make(series, new DayRange(series.version() == 1 ? due.first() : today, today.plusDays(1)));
        windows.close(series.id(), time.now());
    }

    /**
     * Makes the missing windows of a series, none before its oldest, because earlier days may be gone. A reset series
     * gets no more: the reset makes the windows of the new one.
     */
    void complete(StoredEdition series) {
        try {
            transactions.executeWithoutResult(status -> {
                boards.share(List.of(series.board().name()));
                if (table.current(List.of(series.id())) == 1) {
                    makeMissing(series);
                }
            });
        } catch (DuplicateKeyException another) {
            log.debug("Another instance has made windows of {}", series);
        }
    }

    private void makeMissing(StoredEdition series) {
        var due = due(series.board());
        var there = windows.of(series.id());
        var oldest = there.isEmpty()
                ? due.first()
                : LocalDate.parse(there.getFirst().period().key());
        var first = oldest.isBefore(due.first()) ? due.first() : oldest;
        if (!first.isAfter(due.last())) { // else the clock of this instance is behind: others make them
            make(series, new DayRange(first, due.last()));
        }
    }

    private void make(StoredEdition series, DayRange days) {
        var periods = new WindowPeriods(time, series.board());
        var there =
                windows.of(series.id()).stream().map(row -> row.period().key()).toList();
        days.first()
                .datesUntil(days.last().plusDays(1))
                .map(periods::ending)
                .filter(window -> !there.contains(window.key()))
                .forEach(window -> windows.insert(series, window, time.now()));
    }
}
