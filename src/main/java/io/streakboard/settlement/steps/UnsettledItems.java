package io.streakboard.settlement.steps;

import io.streakboard.events.ListenerBacklog;
import io.streakboard.events.ParkedPublications;
import io.streakboard.season.Season;
import io.streakboard.signin.ParkedSignIns;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Counts items that a seal does not wait for: parked sign-ins that were given up, and parked publications. */
@Component
class UnsettledItems {

    private final ParkedSignIns parkedSignIns;
    private final ParkedPublications parkedPublications;

    UnsettledItems(ParkedSignIns parkedSignIns, ParkedPublications parkedPublications) {
        this.parkedSignIns = parkedSignIns;
        this.parkedPublications = parkedPublications;
    }

    /** Counts parked items: sign-ins of the season, and all publications, because these do not name their season. */
    Optional<String> of(Season season) {
        var remark = Stream.of(signIns(season), publications())
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return remark.isEmpty() ? Optional.empty() : Optional.of("sealed without parked items: " + remark);
    }

    private Optional<String> signIns(Season season) {
        long parked = parkedSignIns.count(season.startsAt(), season.endsAt());
        return parked == 0 ? Optional.empty() : Optional.of(parked + " sign-ins of the season");
    }

    private Optional<String> publications() {
        var parked = parkedPublications.byListener();
        long all = parked.stream().mapToLong(ListenerBacklog::publications).sum();
        return all == 0
                ? Optional.empty()
                : Optional.of(all + " publications, of this season or others: "
                        + parked.stream().map(ListenerBacklog::toString).collect(Collectors.joining(", ")));
    }
}
