package io.streakboard.settlement.steps;

import static java.util.stream.Collectors.joining;

import io.streakboard.season.Hold;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.steps.Outcome.Done;
import io.streakboard.settlement.steps.Outcome.Waiting;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Waits until what was done in the season has arrived, then closes its ledger. */
@Component
class SealStep implements SettlementStep {

    private final Seasons seasons;
    private final Arrivals arrivals;
    private final LeftBehind leftBehind;
    private final SeasonProperties properties;
    private final BusinessTime time;

    SealStep(
            Seasons seasons, Arrivals arrivals, LeftBehind leftBehind, SeasonProperties properties, BusinessTime time) {
        this.seasons = seasons;
        this.arrivals = arrivals;
        this.leftBehind = leftBehind;
        this.properties = properties;
        this.time = time;
    }

    @Override
    public Step step() {
        return Step.SEAL;
    }

    @Override
    public Outcome perform(Season season, StepRow attempt) {
        var now = time.now();
        if (!attempt.waived() && now.isBefore(graceOver(season))) {
            return new Waiting("the grace period until " + graceOver(season));
        }
        var holds = seasons.holds(season.id());
        if (!holds.isEmpty()) {
            return waitFor(holds);
        }
        if (!attempt.waived()
                && now.isBefore(longestWait(season))
                && !arrivals.quietSince(season, now.minus(properties.quietPeriod()))) {
            return new Waiting(
                    "a quiet period of %d s".formatted(properties.quietPeriod().toSeconds()));
        }
        if (!arrivals.recorded(season)) {
            return new Waiting("sign-ins in the journal");
        }
        if (!arrivals.delivered()) {
            return new Waiting("events to be delivered");
        }
        var placedMeanwhile = seasons.seal(season.id());
        return placedMeanwhile.isEmpty()
                ? new Done(null, leftBehind.of(season).orElse(null))
                : waitFor(placedMeanwhile);
    }

    private static Outcome waitFor(List<Hold> holds) {
        return new Waiting(holds.stream().map(Hold::toString).collect(joining(", ")));
    }

    private Instant graceOver(Season season) {
        return season.endsAt().plus(properties.grace());
    }

    /** Until when the quiet period counts: some season gets points all the time. */
    private Instant longestWait(Season season) {
        var graceOver = graceOver(season);
        var from = graceOver.isAfter(season.createdAt()) ? graceOver : season.createdAt();
        return from.plus(properties.longestWait());
    }
}
