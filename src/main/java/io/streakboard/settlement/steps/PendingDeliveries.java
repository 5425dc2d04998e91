package io.streakboard.settlement.steps;

import static java.util.stream.Collectors.joining;

import io.streakboard.events.ListenerBacklog;
import io.streakboard.events.Publications;
import io.streakboard.points.PointsSums;
import io.streakboard.season.Season;
import io.streakboard.signin.SignIns;
import io.streakboard.time.Polling;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Tells whether all activities of a season have arrived in its ledger. */
@Component
class PendingDeliveries {

    /**
     * New events are published all the time, so it waits only for events published before a given moment, and not for
     * long.
     */
    private static final Duration USUAL_DELIVERY = Duration.ofSeconds(5);

    private final SignIns signIns;
    private final PointsSums sums;
    private final Publications publications;

    PendingDeliveries(SignIns signIns, PointsSums sums, Publications publications) {
        this.signIns = signIns;
        this.sums = sums;
        this.publications = publications;
    }

    /**
     * Whether nothing has arrived since an instant. False for a past season opened since then, which waits for its
     * points.
     */
    boolean quietSince(Season season, Instant instant) {
        return season.createdAt().isBefore(instant) && sums.quietSince(season.id(), instant);
    }

    /** Names pending deliveries, if any: sign-ins of the season in the journal, or events. */
    Optional<String> missing(Season season) {
        return signIns.areRecorded(season.startsAt(), season.endsAt())
                ? undelivered()
                : Optional.of("sign-ins in the journal");
    }

    /**
     * Names events published until now and not delivered, including events of sign-ins just recorded; empty if there
     * are none.
     */
    Optional<String> undelivered() {
        if (Polling.until(publications.deliveredSoFar(), USUAL_DELIVERY)) {
            return Optional.empty();
        }
        var failing = publications.failing();
        return Optional.of(
                failing.isEmpty()
                        ? "events to be delivered"
                        : "events whose delivery failed and is tried again: "
                                + failing.stream()
                                        .map(ListenerBacklog::toString)
                                        .collect(joining(", ")));
    }
}
