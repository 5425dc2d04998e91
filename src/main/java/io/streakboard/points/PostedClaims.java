package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;

import io.streakboard.points.ledger.LedgerRepository;
import io.streakboard.points.ledger.Posting;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Finds the outcomes of recently posted claims, for callers that do not know whether they posted them. */
@Service
public class PostedClaims {

    private final LedgerRepository ledger;
    private final Seasons seasons;
    private final BusinessTime time;

    PostedClaims(LedgerRepository ledger, Seasons seasons, BusinessTime time) {
        this.ledger = ledger;
        this.seasons = seasons;
        this.time = time;
    }

    /**
     * The outcomes of claims recorded since an instant; empty for other claims, and for repetitions within the list.
     */
    public List<Optional<Outcome>> since(List<Claim> claims, Instant since) {
        var postings = claims.stream().map(this::posting).toList();
        var outcomes = new HashMap<Posting.PostingKey, String>();
        postings.stream()
                .flatMap(Optional::stream)
                .collect(groupingBy(Posting::season))
                .forEach((season, own) -> outcomes.putAll(ledger.outcomesSince(season, own, since)));
        return postings.stream()
                .map(posting -> posting.map(each -> outcomes.remove(each.key())).map(Outcome::valueOf))
                .toList();
    }

    /** Empty without a season, or if its ledger has expired. */
    private Optional<Posting> posting(Claim claim) {
        var at = claim.occurredAt();
        return seasons.opened(at)
                .filter(season -> !season.expired())
                .map(Season::id)
                .map(season -> claim.posting(time.dayOf(at), season));
    }
}
