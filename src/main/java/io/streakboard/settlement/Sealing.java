package io.streakboard.settlement;

import static java.util.stream.Collectors.joining;

import io.streakboard.events.Publications;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonHolds.Hold;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.signin.SignIns;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** The step {@code SEAL}: waits until what was done in the season has arrived, then closes its ledger. */
@Component
class Sealing {

    /** As events follow each other all the time, those of one moment are waited for, but not for long. */
    private static final Duration USUAL_DELIVERY = Duration.ofSeconds(5);

    private final Seasons seasons;
    private final PointsTotals totals;
    private final SignIns signIns;
    private final Publications publications;
    private final LeftBehind leftBehind;
    private final SeasonProperties properties;
    private final BusinessTime time;

    Sealing(
            Seasons seasons,
            PointsTotals totals,
            SignIns signIns,
            Publications publications,
            LeftBehind leftBehind,
            SeasonProperties properties,
            BusinessTime time) {
        this.seasons = seasons;
        this.totals = totals;
        this.signIns = signIns;
        this.publications = publications;
        this.leftBehind = leftBehind;
        this.properties = properties;
        this.time = time;
    }

    Result seal(Season season, StepRow attempt) {
        var now = time.now();
        if (!attempt.waived() && now.isBefore(season.endsAt().plus(properties.grace()))) {
            return Result.waitFor("the grace period until " + season.endsAt().plus(properties.grace()));
        }
        var holds = seasons.holds(season.id());
        if (!holds.isEmpty()) {
            return waitFor(holds);
        }
        if (!attempt.waived()
                && now.isBefore(longestWait(season))
                && !quietSince(season, now.minus(properties.quietPeriod()))) {
            return Result.waitFor("a quiet period of " + properties.quietPeriod());
        }
        if (!signIns.recordedUntil(season.endsAt())) {
            return Result.waitFor("sign-ins in the journal");
        }
        if (!delivered()) {
            return Result.waitFor("events to be delivered");
        }
        var placedMeanwhile = seasons.seal(season.id());
        return placedMeanwhile.isEmpty()
                ? Result.remarking(leftBehind.of(season).orElse(null))
                : waitFor(placedMeanwhile);
    }

    private static Result waitFor(List<Hold> holds) {
        return Result.waitFor(holds.stream().map(Hold::toString).collect(joining(", ")));
    }

    /** Until when the quiet period counts: some season gets points all the time. */
    private Instant longestWait(Season season) {
        var graceOver = season.endsAt().plus(properties.grace());
        var from = graceOver.isAfter(season.createdAt()) ? graceOver : season.createdAt();
        return from.plus(properties.longestWait());
    }

    /** A season of the past that has just been opened waits for what it was opened for. */
    private boolean quietSince(Season season, Instant instant) {
        return season.createdAt().isBefore(instant) && totals.quietSince(season.id(), instant);
    }

    /** Whether all that was published until now is delivered: also sign-ins that have left the journal just now. */
    private boolean delivered() {
        var asked = time.now();
        return Lookout.until(() -> publications.deliveredUntil(asked), USUAL_DELIVERY);
    }
}
