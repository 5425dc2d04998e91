package io.streakboard.settlement;

import io.streakboard.leaderboard.seasons.FrozenBoard;
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
 * Settles what has ended and is not settled yet: it asks for such seasons instead of firing at midnight, so that
 * instances that were all down then catch up. One instance drives the steps, all copy pages.
 */
@Component
class SettlementJob {

    private static final String STEPS = "settle-seasons";

    private final Seasons seasons;
    private final Settlement settlement;
    private final StepLedger steps;
    private final Pages pages;
    private final Copier copier;

    SettlementJob(Seasons seasons, Settlement settlement, StepLedger steps, Pages pages, Copier copier) {
        this.seasons = seasons;
        this.settlement = settlement;
        this.steps = steps;
        this.pages = pages;
        this.copier = copier;
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

    /** Takes one season on without waiting for the job, unless that is at work: it would begin the same step again. */
    @SchedulerLock(name = STEPS)
    void settle(Season season) {
        LockAssert.assertLocked();
        settlement.advance(season);
    }

    /** Instances copy side by side, so each has a lock of its own; what keeps them apart are the claims on pages. */
    @Scheduled(fixedRateString = "${streakboard.settlement.copy-interval:1s}")
    @SchedulerLock(name = "copy-pages-#{@instance.name}")
    void copyPages() {
        LockAssert.assertLocked();
        pages.open().forEach(season -> copier.copyAll(FrozenBoard.settling(seasons.byId(season))));
    }
}
