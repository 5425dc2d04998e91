package io.streakboard.settlement.steps;

import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Copier;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import io.streakboard.time.Polling;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Copies the board into the season's table, page by page. */
@Component
class CopyStep implements SettlementStep {

    /** Waits for the last pages of other instances: most are done long before the next run of the job. */
    private static final Duration OTHERS_FINISH = Duration.ofSeconds(10);

    private final Pages pages;
    private final Copier copier;
    private final BoardGuard guard;

    CopyStep(Pages pages, Copier copier, BoardGuard guard) {
        this.pages = pages;
        this.copier = copier;
        this.guard = guard;
    }

    @Override
    public Step step() {
        return Step.COPY;
    }

    @Override
    public StepOutcome perform(Season season, StepRow attempt) {
        return guard.confirm(season, () -> {
            Polling.until(() -> copied(season), OTHERS_FINISH);
            var progress = pages.progress(season.id());
            return progress.complete()
                    ? Done.counting(progress.copied())
                    : new Waiting(progress.pages() - progress.done() + " pages under way on other instances");
        });
    }

    /** Copies unclaimed pages and returns whether all pages are copied, by any instance. */
    private boolean copied(Season season) {
        copier.copyAll(SettlementSource.settling(season));
        return pages.progress(season.id()).complete();
    }
}
