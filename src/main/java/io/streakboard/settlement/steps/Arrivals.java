package io.streakboard.settlement.steps;

import io.streakboard.events.Publications;
import io.streakboard.points.PointsSums;
import io.streakboard.season.Season;
import io.streakboard.signin.SignIns;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Lookout;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Tells whether what learners did in a season has arrived in its ledger. */
@Component
class Arrivals {

    /** New events follow all the time: only the events of one moment are awaited, and not for long. */
    private static final Duration USUAL_DELIVERY = Duration.ofSeconds(5);

    private final SignIns signIns;
    private final PointsSums sums;
    private final Publications publications;
    private final BusinessTime time;

    Arrivals(SignIns signIns, PointsSums sums, Publications publications, BusinessTime time) {
        this.signIns = signIns;
        this.sums = sums;
        this.publications = publications;
        this.time = time;
    }

    /**
     * Whether nothing has arrived since an instant. A season of the past that was opened later waits for its points.
     */
    boolean quietSince(Season season, Instant instant) {
        return season.createdAt().isBefore(instant) && sums.quietSince(season.id(), instant);
    }

    /** Whether all sign-ins of the season have left the journal. */
    boolean recorded(Season season) {
        return signIns.recordedUntil(season.endsAt());
    }

    /** Whether all events are delivered that were published until now, also by sign-ins just recorded. */
    boolean delivered() {
        var asked = time.now();
        return Lookout.until(() -> publications.deliveredUntil(asked), USUAL_DELIVERY);
    }
}
