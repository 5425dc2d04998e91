package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.points.ledger.Posting;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.stereotype.Service;

/** Dry run of postings: decides like the ledger, and writes nothing. */
@Service
public class DryPostings {

    private static final int REMEMBERED = 100_000;

    private final SeasonBooks books;
    private final PointsTotals totals;
    private final Seasons seasons;
    private final BusinessTime time;

    DryPostings(SeasonBooks books, PointsTotals totals, Seasons seasons, BusinessTime time) {
        this.books = books;
        this.totals = totals;
        this.seasons = seasons;
        this.time = time;
    }

    /**
     * Begins a dry run. Its claims come in batches, and as no ledger has them it remembers the last 100,000: it does
     * not recognize older claims, nor their use of a cap.
     */
    public Function<List<Claim>, List<PostingResult>> begin() {
        var dryRunLedger = new DryRunLedger(REMEMBERED);
        return claims -> results(claims, dryRunLedger);
    }

    private List<PostingResult> results(List<Claim> claims, DryRunLedger dryRunLedger) {
        var current = seasons.current();
        var postings = claims.stream().map(this::posting).toList();
        var results = new IdentityHashMap<Posting, PostingResult>();
        postings.stream()
                .collect(groupingBy(posting -> taker(posting, current)))
                .forEach((taker, some) -> book(taker, some, dryRunLedger, results));
        return postings.stream().map(results::get).toList();
    }

    /** A season that does not exist gets a negative number, because a dry run opens none. */
    private Posting posting(Claim claim) {
        var at = claim.occurredAt();
        return claim.posting(time.dayOf(at), seasons.opened(at).map(Season::id).orElseGet(() -> missing(at)));
    }

    private long missing(Instant at) {
        return -time.monthOf(at).getLong(ChronoField.PROLEPTIC_MONTH);
    }

    private long taker(Posting posting, Season current) {
        long home = posting.season();
        return home > 0 && seasons.byId(home).state().sealed() ? current.id() : home;
    }

    private void book(
            long taker, List<Posting> postings, DryRunLedger dryRunLedger, Map<Posting, PostingResult> results) {
        var bookkeeping = taker > 0 ? open(seasons.byId(taker), postings) : empty(taker);
        bookkeeping.assume(dryRunLedger.known(postings), dryRunLedger.used(postings));
        for (var posting : postings) {
            var lateReason = posting.season() == taker
                    ? null
                    : ViolationCode.SEASON_CLOSED.of(
                            null,
                            seasons.byId(posting.season()).name(),
                            seasons.byId(taker).name());
            var result = bookkeeping.book(posting, lateReason);
            results.put(posting, result);
            if (result.outcome() != Outcome.DUPLICATE) {
                dryRunLedger.add(posting, result.points());
            }
        }
    }

    private Bookkeeping open(Season season, List<Posting> postings) {
        var learners = postings.stream().map(Posting::learner).collect(toSet());
        return books.open(
                season,
                postings,
                totals.of(season.id(), learners).stream().collect(toMap(Total::learner, Function.identity())));
    }

    private Bookkeeping empty(long season) {
        return new Bookkeeping(season, time.now(), BusinessTime.NEVER, Map.of(), Set.of(), Map.of());
    }
}
