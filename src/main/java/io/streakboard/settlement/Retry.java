package io.streakboard.settlement;

import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepLedger;
import io.streakboard.web.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Waives waiting times of steps, and reopens steps that are done or failed their proof. A settled season stays settled.
 */
@Component
class Retry {

    private final StepLedger steps;
    private final Pages pages;

    Retry(StepLedger steps, Pages pages) {
        this.steps = steps;
        this.pages = pages;
    }

    /** Waives grace and quiet period. */
    void waive(Season season) {
        steps.waive(season.id());
    }

    /** @param from {@code TABLE} to copy anew, {@code VERIFY} for the proof alone */
    public void from(Season season, Step from) {
        if (from != Step.TABLE && from != Step.VERIFY) {
            throw notByHand(); // all other steps are tried again automatically
        }
        steps.reopen(season.id(), EnumSet.range(from, Step.VERIFY));
    }

    /** Makes the settlement copy a single page again into the present table, then verify all. */
    @Transactional
    public void page(Season season, int page) {
        if (steps.reopen(season.id(), EnumSet.of(Step.COPY, Step.VERIFY)) && !pages.reopen(season.id(), page)) {
            throw Problem.invalid(
                    "page",
                    "season " + season.name() + " has no page " + page,
                    "unknown",
                    Map.of("season", season.name(), "page", page));
        }
    }

    /** The step named by an admin; without a name the copy from its beginning. */
    static Step step(@Nullable String name) {
        if (name == null) {
            return Step.TABLE;
        }
        try {
            return Step.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw notByHand();
        }
    }

    private static Problem notByHand() {
        return Problem.noneOf("step", List.of(Step.TABLE.name(), Step.VERIFY.name()));
    }
}
