package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.editions.DueEditions;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Closes editions whose period has ended, and announces each once. They take late scores until the retention ends.
 */
@Component
class CloseJob {

    private static final int BATCH = 100;

    private final DueEditions due;
    private final TransactionTemplate transactions;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    CloseJob(DueEditions due, TransactionTemplate transactions, ApplicationEventPublisher events, BusinessTime time) {
        this.due = due;
        this.transactions = transactions;
        this.events = events;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "close-boards")
    void run() {
        LockAssert.assertLocked();
        close(time.now());
    }

    void close(Instant now) {
        for (var ended = due.ended(now, BATCH); !ended.isEmpty(); ended = due.ended(now, BATCH)) {
            ended.forEach(row -> close(row, now));
        }
    }

    private void close(EditionRow row, Instant now) {
        transactions.executeWithoutResult(status -> {
            if (due.close(row.id(), now)) {
                events.publishEvent(closed(row));
            }
        });
    }

    /** From the row, because an instance that does not know the board may close its editions. */
    private static BoardClosed closed(EditionRow row) {
        var period = row.period();
        return new BoardClosed(
                row.board(),
                period.key(),
                row.partition().isEmpty() ? null : row.partition(),
                period.startsAt(),
                requireNonNull(period.endsAt()),
                row.id());
    }
}
