package io.streakboard.leaderboard.seasons;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Maintains the live points boards: rebuilds lost boards and detects drift. */
@Component
class PointsBoardAdministration {

    /** Learners with a different place in the last comparison by this instance. */
    private static final String DRIFT = "streakboard.board.drift";

    /** Members of the largest sorted set of a divided board. Bounds are fixed, so a set may grow without limit. */
    private static final String LARGEST_BUCKET = "streakboard.board.bucket.largest";

    private static final Logger log = LoggerFactory.getLogger(PointsBoardAdministration.class);

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final EditionRepair repair;
    private final AllTimeBoard allTime;
    private final PointsRollout rollout;
    private final AtomicLong drift;

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
        this.drift = metrics.gauge(DRIFT, new AtomicLong());
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
        sources().forEach(repair::restore);
        unsettled().forEach(boards::divide);
        allTime.removeUnkept();
        repair.mendAfterRollout(rollout, this::sources);
    }

    /** Compares the current board and the all-time board with MySQL. */
    @Scheduled(
            initialDelayString = "${streakboard.board.verify-interval:1h}",
            fixedRateString = "${streakboard.board.verify-interval:1h}")
    @SchedulerLock(name = "verify-board")
    void verify() {
        LockAssert.assertLocked();
        var current = Stream.concat(
                Stream.of(boards.source(seasons.current())), Stream.of(allTime).filter(AllTimeBoard::isKept));
        drift.set(current.mapToLong(this::differing).sum());
    }

    private long differing(EditionSource source) {
        var found = repair.drift(source);
        if (!found.none()) {
            log.warn(
                    "The edition {} differs from the ledger: {}",
                    source.edition().name(),
                    found);
        }
        return found.missing() + found.different() + found.surplus();
    }
}
