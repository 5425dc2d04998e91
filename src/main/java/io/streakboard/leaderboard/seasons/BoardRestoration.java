package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.CountedLog;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Rebuilds boards that Redis has lost or has in an older state. The board of a new season gets its mark in the same
 * way, before the season begins: the rebuild of an empty board takes no time.
 */
@Component
class BoardRestoration {

    /** Boards that may lack learners or points. */
    static final String DEGRADED = "streakboard.board.degraded";

    private static final Logger log = LoggerFactory.getLogger(BoardRestoration.class);
    private static final CountedLog failures = new CountedLog(log);

    private final SeasonBoards boards;
    private final Seasons seasons;

    BoardRestoration(SeasonBoards boards, Seasons seasons, MeterRegistry metrics) {
        this.boards = boards;
        this.seasons = seasons;
        metrics.gauge(DEGRADED, this, BoardRestoration::incomplete);
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "look-after-boards")
    void run() {
        LockAssert.assertLocked();
        unsettled().forEach(this::restore);
    }

    private void restore(Season season) {
        if (boards.complete(season)) {
            boards.note(season);
        } else {
            rebuild(season);
        }
    }

    private Stream<Season> unsettled() {
        return seasons.newestFirst().stream().filter(season -> season.state() != State.SETTLED);
    }

    private long incomplete() {
        return unsettled().filter(season -> !boards.complete(season)).count();
    }

    /** A board that fails does not hold up the others: the next run tries it again. */
    private void rebuild(Season season) {
        try {
            long members = boards.rebuild(season);
            if (members > 0) {
                log.info("The board of season {} was rebuilt: {} learners", season.name(), members);
            }
        } catch (RunUnderWay another) {
            log.debug("The board of season {} is being rebuilt already", season.name());
        } catch (RuntimeException failure) {
            failures.failure("The board of season " + season.name() + " was not rebuilt, and will be", failure);
        }
    }
}
