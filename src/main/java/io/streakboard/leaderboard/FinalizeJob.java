package io.streakboard.leaderboard;

import io.streakboard.leaderboard.editions.DueEditions;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.finals.FinalRankings;
import io.streakboard.leaderboard.finals.FinalTable;
import io.streakboard.leaderboard.settled.SettledRows.SettledRow;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.RateLimitedLogger;
import java.time.Instant;
import java.util.List;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Seals the editions whose retention is over, on boards that keep final rankings, and makes sealed rankings final. */
@Component
class FinalizeJob {

    private static final RateLimitedLogger failures = new RateLimitedLogger(LoggerFactory.getLogger(FinalizeJob.class));

    private static final int BATCH = 100;
    private static final int TOP = 10;

    private final DueEditions due;
    private final Editions editions;
    private final FinalRankings finalRankings;
    private final FinalTable rows;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    FinalizeJob(
            DueEditions due,
            Editions editions,
            FinalRankings finalRankings,
            FinalTable rows,
            ApplicationEventPublisher events,
            BusinessTime time) {
        this.due = due;
        this.editions = editions;
        this.finalRankings = finalRankings;
        this.rows = rows;
        this.events = events;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "make-finals")
    void run() {
        LockAssert.assertLocked();
        make(time.now());
    }

    void make(Instant now) {
        due.unsealed(now, editions.keepingFinals(), BATCH).stream()
                .flatMap(row -> editions.stored(row).stream())
                .forEach(edition -> finalRankings.seal(List.of(edition)));
        due.sealed(now, editions.names(any -> true), BATCH).forEach(this::make);
    }

    /** A failed edition does not block the others: the next run retries it. */
    private void make(EditionRow row) {
        editions.stored(row).ifPresent(edition -> {
            try {
                finalRankings.make(edition, members -> publish(edition, members));
                editions.forget(edition);
            } catch (RuntimeException failure) {
                failures.failure("A ranking is not final yet, and will be", failure);
            }
        });
    }

    private void publish(StoredEdition edition, long members) {
        var now = time.now();
        var best = rows.rows(edition.id()).between(1, TOP).stream()
                .map(SettledRow::entry)
                .map(Boards::place)
                .toList();
        events.publishEvent(new BoardFinal(
                edition.board().name(),
                edition.period().key(),
                edition.partition(),
                edition.id(),
                members,
                best,
                now,
                endOf(edition, now)));
    }

    /** An admin may have ended it before the end of its period. */
    private static Instant endOf(StoredEdition edition, Instant now) {
        var end = edition.period().endsAt();
        return end == null || end.isAfter(now) ? now : end;
    }
}
