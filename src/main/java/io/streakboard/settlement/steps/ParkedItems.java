package io.streakboard.settlement.steps;

import io.streakboard.events.ListenerBacklog;
import io.streakboard.events.ParkedPublications;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonHolds;
import io.streakboard.signin.ParkedSignIns;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * What is parked when a season is to be sealed. Its sign-ins hold the season until an admin replays them or gives them
 * up; the seal does not wait for publications, because these do not name their season.
 */
@Component
public class ParkedItems {

    private static final String OWNER = "parked-sign-ins";

    private final ParkedSignIns signIns;
    private final ParkedPublications publications;
    private final SeasonHolds holds;

    ParkedItems(ParkedSignIns signIns, ParkedPublications publications, SeasonHolds holds) {
        this.signIns = signIns;
        this.publications = publications;
        this.holds = holds;
    }

    /** Holds the season, or releases it if none of its sign-ins is parked. */
    void hold(Season season) {
        long waiting = signIns.waiting(season.startsAt(), season.endsAt());
        if (waiting > 0) {
            holds.hold(season.id(), OWNER, "%d to be replayed or given up".formatted(waiting));
        } else {
            holds.release(season.id(), OWNER);
        }
    }

    /** Gives the sign-ins up: the season is sealed without them. */
    public void giveUp(Season season) {
        signIns.giveUp(season.startsAt(), season.endsAt());
    }

    /** The remark on a seal that leaves items out: sign-ins that were given up, and all publications. */
    Optional<String> leftOut(Season season) {
        var remark = Stream.of(givenUp(season), waitingPublications())
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return remark.isEmpty() ? Optional.empty() : Optional.of("sealed without parked items: " + remark);
    }

    private Optional<String> givenUp(Season season) {
        long parked = signIns.count(season.startsAt(), season.endsAt());
        return parked == 0 ? Optional.empty() : Optional.of(parked + " sign-ins of the season");
    }

    private Optional<String> waitingPublications() {
        var parked = publications.byListener();
        long all = parked.stream().mapToLong(ListenerBacklog::publications).sum();
        return all == 0
                ? Optional.empty()
                : Optional.of(all + " publications, of this season or others: "
                        + parked.stream().map(ListenerBacklog::toString).collect(Collectors.joining(", ")));
    }
}
