package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.season.Seasons;
import java.util.concurrent.atomic.AtomicLong;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Compares the current board with MySQL from time to time, so that drift is known before anyone notices. */
@Component
class BoardVerification {

    /** Learners whose place differed in the last comparison by this instance. */
    static final String DRIFT = "streakboard.board.drift";

    private static final Logger log = LoggerFactory.getLogger(BoardVerification.class);

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final AtomicLong drift;

    BoardVerification(SeasonBoards boards, Seasons seasons, MeterRegistry metrics) {
        this.boards = boards;
        this.seasons = seasons;
        this.drift = metrics.gauge(DRIFT, new AtomicLong());
    }

    @Scheduled(
            initialDelayString = "${streakboard.board.verify-interval:1h}",
            fixedRateString = "${streakboard.board.verify-interval:1h}")
    @SchedulerLock(name = "verify-board")
    void run() {
        LockAssert.assertLocked();
        verify();
    }

    void verify() {
        var season = seasons.current();
        var found = boards.drift(season);
        drift.set(found.missing() + found.different() + found.surplus());
        if (drift.get() > 0) {
            log.warn("The board of season {} differs from the ledger: {}", season.name(), found);
        }
    }
}
