package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Rebuilds boards that Redis has lost or has in an older state. The board of a new season gets its mark in the same
 * way, before the season begins: the rebuild of an empty board takes no time.
 */
@Component
class BoardRestoration {

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final LiveBoards live;

    BoardRestoration(SeasonBoards boards, Seasons seasons, LiveBoards live, MeterRegistry metrics) {
        this.live = live;
        this.boards = boards;
        this.seasons = seasons;
        LiveBoards.countIncomplete(metrics, "points", this::incomplete);
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "look-after-boards")
    void run() {
        LockAssert.assertLocked();
        unsettled().forEach(season -> live.restore(boards.edition(season), () -> boards.rebuild(season)));
    }

    private Stream<Season> unsettled() {
        return seasons.newestFirst().stream().filter(season -> season.state() != State.SETTLED);
    }

    private long incomplete() {
        return unsettled().filter(season -> !boards.complete(season)).count();
    }
}
