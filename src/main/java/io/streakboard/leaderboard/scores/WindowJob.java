package io.streakboard.leaderboard.scores;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.editions.Windows.DayRange;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.RateLimitedLogger;
import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Makes the windows of sliding boards ahead of their day and builds them in Redis, so that midnight only changes the
 * current window. Removes days that are in no kept window, and partitions without scores.
 */
@Component
class WindowJob {

    private static final RateLimitedLogger failures = new RateLimitedLogger(LoggerFactory.getLogger(WindowJob.class));

    private final Editions editions;
    private final EditionRepair repair;
    private final ScoreRemoval removal;
    private final LiveBoards live;
    private final BusinessTime time;
    private final Map<String, Done> done = new ConcurrentHashMap<>();

    private record Done(BoardRule board, DayRange windows) {}

    WindowJob(Editions editions, EditionRepair repair, ScoreRemoval removal, LiveBoards live, BusinessTime time) {
        this.live = live;
        this.editions = editions;
        this.repair = repair;
        this.removal = removal;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "slide-boards")
    void run() {
        LockAssert.assertLocked();
        editions.rules().readable().values().stream().filter(BoardRule::slides).forEach(this::slide);
    }

    /**
     * Does work twice a day: makes a window, or removes one. A failure is tried again. A board that was taken out gets
     * no more windows.
     */
    private void slide(BoardRule board) {
        var due = editions.due(board);
        var now = new Done(board, due);
        if (now.equals(done.get(board.name()))) {
            return;
        }
        try {
            if (editions.rules().find(board.name()).isEmpty() || build(board)) {
                removeBefore(board, due);
                done.put(board.name(), now);
            }
        } catch (RuntimeException failure) {
            failures.failure("The windows of " + board.name() + " were not made, and will be", failure);
        }
    }

    /** Makes and builds missing windows, today's first; false if any is still missing. */
    boolean build(BoardRule board) {
        var today = time.today();
        return repair.restore(editions.slide(board).stream()
                .sorted(comparing(
                        window -> requireNonNull(window.lastDay()),
                        comparing((LocalDate day) -> day.isBefore(today)).thenComparing(naturalOrder())))
                .map(repair::source));
    }

    /**
     * Removes members some days after their scores. Until then Redis may remember their corrections, and they must not
     * come back with fewer.
     */
    void removeBefore(BoardRule board, DayRange due) {
        var lastDays = due.first().minusDays(board.days());
        var lastMembers = lastDays.minusDays(board.retention().toDays() + 3);
        for (var series : editions.ofPeriod(board, StoredEdition.ALL_DAYS)) {
            removal.removeBefore(series.id(), time.startOf(lastDays), lastMembers);
            if (series.partition() != null) {
                removeIfEmpty(series);
            }
        }
    }

    /** Otherwise a partition without scores would get a window each day for ever. */
    private void removeIfEmpty(StoredEdition series) {
        var windows = editions.windows(series);
        if (removal.isEmpty(series.id()) && removal.alone(series.board().name(), () -> deleteIfEmpty(series))) {
            removal.removeAll(series.id());
            windows.forEach(window -> live.clear(window.edition()));
        }
    }

    /** A score may have come before the board was locked. */
    private boolean deleteIfEmpty(StoredEdition series) {
        boolean empty = removal.isEmpty(series.id());
        if (empty) {
            editions.delete(series);
        }
        return empty;
    }
}
