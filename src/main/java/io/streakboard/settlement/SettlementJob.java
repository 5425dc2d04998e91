package io.streakboard.settlement;

import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.copy.Copier;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.steps.StepLedger;
import java.util.Comparator;
import java.util.HashSet;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Settles ended seasons. It looks for them instead of firing at midnight, so that they are settled even if all
 * instances were down then. One instance drives the steps; all copy pages.
 */
@Component
class SettlementJob {

    private static final String STEPS = "settle-seasons";

    private final Seasons seasons;
    private final Settlement settlement;
    private final StepLedger steps;
    private final Pages pages;
    private final Copier copier;
    private final SeasonBoards boards;

    SettlementJob(
            Seasons seasons, Settlement settlement, StepLedger steps, Pages pages, Copier copier, SeasonBoards boards) {
        this.seasons = seasons;
        this.settlement = settlement;
        this.steps = steps;
        this.pages = pages;
        this.copier = copier;
        this.boards = boards;
    }

    @Scheduled(fixedRateString = "${streakboard.settlement.interval:5s}")
    @SchedulerLock(name = STEPS)
    void settle() {
        LockAssert.assertLocked();
        var unfinished = new HashSet<>(steps.unfinished());
        seasons.newestFirst().stream()
                .filter(season -> season.state() == State.ENDED
                        || season.state() == State.SETTLING
                        || unfinished.contains(season.id()))
                .sorted(Comparator.comparing(Season::endsAt))
                .forEach(settlement::advance);
    }

    /** Settles one season at once, unless the job is running, which would begin the same step again. */
    @SchedulerLock(name = STEPS)
    void settle(Season season) {
        LockAssert.assertLocked();
        settlement.advance(season);
    }

    /** Instances copy at the same time, so each has its own lock; the claims on pages keep them apart. */
    @Scheduled(fixedRateString = "${streakboard.settlement.copy-interval:1s}")
    @SchedulerLock(name = "copy-pages-#{@instance.name}")
    void copyPages() {
        LockAssert.assertLocked();
        pages.open().forEach(season -> copier.copyAll(SettlementSource.settling(seasons.byId(season))));
    }

    /** Clears boards again that came back when Redis started with an older state. */
    @Scheduled(fixedRateString = "${streakboard.settlement.clear-interval:10m}")
    @SchedulerLock(name = "clear-settled-boards")
    void clearAgain() {
        LockAssert.assertLocked();
        var unfinished = new HashSet<>(steps.unfinished());
        seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED && !unfinished.contains(season.id()))
                .filter(boards::remains)
                .forEach(boards::clear);
    }
}
