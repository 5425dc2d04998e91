package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.editions.EditionEnds;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.time.BusinessTime;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Announces editions whose period has ended, each once. */
@Component
class BoardClosing {

    private final EditionEnds ends;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    BoardClosing(EditionEnds ends, ApplicationEventPublisher events, BusinessTime time) {
        this.ends = ends;
        this.events = events;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "close-boards")
    void run() {
        LockAssert.assertLocked();
        ends.close(time.now(), edition -> events.publishEvent(closed(edition)));
    }

    private static BoardClosed closed(StoredEdition edition) {
        var period = edition.period();
        return new BoardClosed(
                edition.board().name(),
                period.key(),
                edition.partition(),
                requireNonNull(period.startsAt()),
                requireNonNull(period.endsAt()),
                edition.id());
    }
}
