package io.streakboard.settlement.steps;

import io.streakboard.events.ParkedPublications;
import io.streakboard.season.Season;
import io.streakboard.signin.ParkedSignIns;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** What a seal does not wait for, since it was given up: parked sign-ins and parked publications. */
@Component
class LeftBehind {

    private final ParkedSignIns parkedSignIns;
    private final ParkedPublications parkedPublications;

    LeftBehind(ParkedSignIns parkedSignIns, ParkedPublications parkedPublications) {
        this.parkedSignIns = parkedSignIns;
        this.parkedPublications = parkedPublications;
    }

    /** What is parked now: sign-ins of the season's days, and all publications, as those do not tell their season. */
    Optional<String> of(Season season) {
        var remark = Stream.of(signIns(season), publications())
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return remark.isEmpty() ? Optional.empty() : Optional.of("sealed without what is parked: " + remark);
    }

    private Optional<String> signIns(Season season) {
        long parked = parkedSignIns.count(season.startsAt(), season.endsAt());
        return parked == 0 ? Optional.empty() : Optional.of(parked + " sign-ins of the season");
    }

    private Optional<String> publications() {
        var parked = parkedPublications.byListener();
        long all = parked.stream()
                .mapToLong(ParkedPublications.ParkedFor::publications)
                .sum();
        return all == 0
                ? Optional.empty()
                : Optional.of(all + " publications, of this season or others: "
                        + parked.stream().map(LeftBehind::text).collect(Collectors.joining(", ")));
    }

    private static String text(ParkedPublications.ParkedFor parked) {
        return "%d %s for %s".formatted(parked.publications(), simple(parked.eventType()), listener(parked.listener()));
    }

    /** {@code BoardListener.on} of {@code io.streakboard.leaderboard.BoardListener.on(io.streakboard.…)}. */
    private static String listener(String id) {
        int end = id.indexOf('(');
        var method = end < 0 ? id : id.substring(0, end);
        int dot = method.lastIndexOf('.');
        return dot < 0 ? method : simple(method.substring(0, dot)) + method.substring(dot);
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
