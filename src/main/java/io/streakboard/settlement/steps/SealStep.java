package io.streakboard.settlement.steps;

import static java.util.stream.Collectors.joining;

import io.streakboard.season.Hold;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Waits until all activities of the season have arrived, then closes its ledger. */
@Component
class SealStep implements SettlementStep {

    private final Seasons seasons;
    private final PendingDeliveries pendingDeliveries;
    private final ParkedItems parked;
    private final SeasonProperties properties;
    private final BusinessTime time;

    SealStep(
            Seasons seasons,
            PendingDeliveries pendingDeliveries,
            ParkedItems parked,
            SeasonProperties properties,
            BusinessTime time) {
        this.seasons = seasons;
        this.pendingDeliveries = pendingDeliveries;
        this.parked = parked;
        this.properties = properties;
        this.time = time;
    }

    @Override
    public Step step() {
        return Step.SEAL;
    }

    @Override
    public StepOutcome perform(Season season, StepRow attempt) {
        parked.hold(season);
        boolean waived = attempt.waived();
        return (waived ? Optional.<String>empty() : grace(season))
                .or(() -> text(seasons.holds(season.id())))
                .or(() -> waived ? Optional.empty() : unrest(season))
                .or(() -> pendingDeliveries.missing(season))
                .<StepOutcome>map(Waiting::new)
                .orElseGet(() -> seal(season));
    }

    private Optional<String> grace(Season season) {
        var over = graceOver(season);
        return time.now().isBefore(over) ? Optional.of("the grace period until " + over) : Optional.empty();
    }

    /** Seasons are sealed in order, and not while they still get points. Both rules hold only for a limited time. */
    private Optional<String> unrest(Season season) {
        var now = time.now();
        if (!now.isBefore(sealTimeout(season))) {
            return Optional.empty();
        }
        return pendingDeliveries.quietSince(season, now.minus(properties.quietPeriod()))
                ? seasons.unsealedBefore(season).map(earlier -> "season " + earlier.name() + " to be sealed first")
                : Optional.of("a quiet period of %d s"
                        .formatted(properties.quietPeriod().toSeconds()));
    }

    private StepOutcome seal(Season season) {
        parked.hold(season); // entries that left the journal may have been parked
        return text(seasons.seal(season.id()))
                .<StepOutcome>map(Waiting::new)
                .orElseGet(() -> new Done(null, parked.leftOut(season).orElse(null)));
    }

    private static Optional<String> text(List<Hold> holds) {
        return holds.isEmpty()
                ? Optional.empty()
                : Optional.of(holds.stream().map(Hold::toString).collect(joining(", ")));
    }

    private Instant graceOver(Season season) {
        return season.endsAt().plus(properties.grace());
    }

    private Instant sealTimeout(Season season) {
        var graceOver = graceOver(season);
        var from = graceOver.isAfter(season.createdAt()) ? graceOver : season.createdAt();
        return from.plus(properties.sealTimeout());
    }
}
