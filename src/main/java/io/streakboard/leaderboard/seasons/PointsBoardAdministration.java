package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Maintains the live points boards: rebuilds lost ones. */
@Component
class PointsBoardAdministration {

    /** Members of the largest sorted set of a divided board. Bounds are fixed, so a set may grow without limit. */
    private static final String LARGEST_BUCKET = "streakboard.board.bucket.largest";

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final EditionRepair repair;
    private final AllTimeBoard allTime;
    private final PointsRollout rollout;

    PointsBoardAdministration(
            SeasonBoards boards,
            Seasons seasons,
            EditionRepair repair,
            AllTimeBoard allTime,
            PointsRollout rollout,
            MeterRegistry metrics) {
        this.rollout = rollout;
        this.allTime = allTime;
        this.boards = boards;
        this.seasons = seasons;
        this.repair = repair;
        metrics.gauge(LARGEST_BUCKET, this, PointsBoardAdministration::largestBucket);
        LiveBoards.countIncomplete(metrics, "points", this::incomplete);
    }

    private Stream<Season> unsettled() {
        return seasons.newestFirst().stream().filter(season -> season.state() != State.SETTLED);
    }

    private Stream<EditionSource> sources() {
        return Stream.concat(unsettled().map(boards::source), Stream.of(allTime).filter(AllTimeBoard::isKept));
    }

    private long incomplete() {
        return repair.incomplete(sources());
    }

    private long largestBucket() {
        return unsettled()
                .filter(season -> boards.edition(season).isDivided())
                .flatMap(season -> boards.live(season).sizes().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /**
     * Rebuilds boards that are missing or outdated in Redis. The board of a new season is marked as complete in the
     * same way, before the season begins: the rebuild of an empty board takes no time.
     */
    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "look-after-boards")
    void restore() {
        LockAssert.assertLocked();
        repair.restore(sources());
        unsettled().forEach(boards::divide);
        allTime.removeUnkept();
    }

    /** Takes minutes on large boards, and lost ones are not kept waiting. */
    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "compare-points-boards")
    void compareAfterRollout() {
        LockAssert.assertLocked();
        repair.mendAfterRollout(rollout, this::sources);
    }
}
