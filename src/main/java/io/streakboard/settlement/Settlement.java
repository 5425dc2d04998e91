package io.streakboard.settlement;

import io.streakboard.season.Season;
import io.streakboard.settlement.steps.SettlementStep;
import io.streakboard.settlement.steps.StepLedger;
import io.streakboard.settlement.steps.StepOutcome;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Mismatch;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import io.streakboard.settlement.steps.StepRow;
import io.streakboard.web.LearnerTexts;
import io.streakboard.web.RateLimitedLogger;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Runs the steps of a season's settlement. */
@Component
class Settlement {

    private static final Logger log = LoggerFactory.getLogger(Settlement.class);
    private static final RateLimitedLogger failures = new RateLimitedLogger(log);

    private final StepLedger ledger;
    private final List<SettlementStep> steps;
    private final LearnerTexts learners;

    Settlement(StepLedger ledger, List<SettlementStep> steps, LearnerTexts learners) {
        this.learners = learners;
        this.ledger = ledger;
        this.steps = steps.stream()
                .sorted(Comparator.comparing(SettlementStep::step))
                .toList();
    }

    /** Performs the open steps of an ended season until one has to wait. */
    void advance(Season season) {
        var done = ledger.steps(season.id()).stream()
                .filter(row -> row.state() == StepRow.StepStatus.DONE)
                .map(StepRow::step)
                .toList();
        for (var step : steps) {
            if (!done.contains(step.step()) && !advance(season, step)) {
                return;
            }
        }
    }

    private boolean advance(Season season, SettlementStep step) {
        var begun = ledger.begin(season.id(), step.step());
        if (begun.isEmpty()) {
            return false;
        }
        var attempt = begun.get();
        try {
            return note(season, attempt, step.perform(season, attempt));
        } catch (RuntimeException failure) {
            failures.failure(
                    "Step " + step.step() + " of season " + season.name() + " failed and will be tried again", failure);
            ledger.note(season.id(), attempt, "failed: " + failure);
            return false;
        }
    }

    private boolean note(Season season, StepRow attempt, StepOutcome outcome) {
        return switch (outcome) {
            case Done done -> ledger.finish(season.id(), attempt, done);
            case Waiting waiting -> {
                ledger.note(season.id(), attempt, "waits for " + waiting.cause());
                yield false;
            }
            case Mismatch mismatch -> {
                log.error("Season {} is not settled: {}", season.name(), learners.shown(mismatch.difference()));
                ledger.mismatch(season.id(), attempt, mismatch.difference());
                yield false;
            }
        };
    }
}
