package io.streakboard.points;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.ledger.ClockBehind;
import io.streakboard.points.ledger.LedgerTransactions;
import io.streakboard.points.ledger.Posting;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonNotFound;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;

/**
 * Posts claims to the ledgers of their seasons. Each call is one transaction: hold the seasons, lock the totals of the
 * learners, leave out deleted learners, skip known claims, cut to the caps, write ledger and totals, announce the new
 * totals. The locks come before the decision, so that two postings cannot both see room under a cap. They are taken in
 * the order of season ids and then of learner ids, so that no two transactions wait for each other.
 */
@Service
public class PointsLedger {

    private final SeasonBooks books;
    private final PointsTotals totals;
    private final Seasons seasons;
    private final LedgerTransactions transactions;
    private final BusinessTime time;
    private final DeletedLearners deleted;

    PointsLedger(
            SeasonBooks books,
            PointsTotals totals,
            Seasons seasons,
            LedgerTransactions transactions,
            BusinessTime time,
            DeletedLearners deleted) {
        this.books = books;
        this.totals = totals;
        this.seasons = seasons;
        this.transactions = transactions;
        this.time = time;
        this.deleted = deleted;
    }

    /** Posts in one transaction of its own and returns a result for each claim, in the given order. */
    public List<PostingResult> post(List<Claim> claims) {
        if (claims.isEmpty()) {
            return List.of();
        }
        seasons.current(); // opens the season if need be, before the transaction
        return post(claims, seasons::current);
    }

    /** @param current the season that takes late claims; instances with different clocks may disagree on it */
    List<PostingResult> post(List<Claim> claims, Supplier<Season> current) {
        var postings = claims.stream().map(this::inSeason).toList();
        var due = postings.stream().flatMap(Optional::stream).toList();
        var results = transactions.execute(() -> write(due, current.get())).iterator();
        return IntStream.range(0, claims.size())
                .mapToObj(i -> postings.get(i)
                        .map(posting -> results.next())
                        .orElseGet(() -> withoutSeason(claims.get(i).occurredAt())))
                .toList();
    }

    /** Opens the claim's season if there is none yet; empty if none may be opened. */
    private Optional<Posting> inSeason(Claim claim) {
        var at = claim.occurredAt();
        return seasons.open(at).map(season -> claim.posting(time.dayOf(at), season.id()));
    }

    /**
     * A claim of a wrong clock must not block the other claims of its event. Fails after posting the others if there
     * may be a season later.
     */
    private PostingResult withoutSeason(Instant at) {
        if (seasons.accepts(at)) {
            throw SeasonNotFound.at(at);
        }
        return PostingResult.invalid(ViolationCode.BEFORE_THE_FIRST_SEASON.of("occurredAt", at));
    }

    /** The same; fails if no season may be opened. */
    Posting posting(Claim claim) {
        var at = claim.occurredAt();
        return claim.posting(time.dayOf(at), seasons.at(at).id());
    }

    private List<PostingResult> write(List<Posting> postings, Season current) {
        var results = new IdentityHashMap<Posting, PostingResult>();
        var held = hold(postings, current);
        var taken = new TreeMap<Long, List<Posting>>();
        for (var posting : postings) {
            var home = requireNonNull(held.get(posting.season()));
            if (deleted.contains(posting.learner())) {
                results.put(posting, PostingResult.deleted());
            } else if (home.expired()) {
                results.put(posting, PostingResult.expired(posting.occurredAt()));
            } else {
                var taker = home.state().sealed() ? requireNonNull(held.get(current.id())) : home;
                requireOpen(taker);
                taken.computeIfAbsent(taker.id(), each -> new ArrayList<>()).add(posting);
            }
        }
        var locked = lock(taken);
        var refused = deleted.refused(learners(postings));
        taken.forEach((taker, all) -> {
            all.stream()
                    .filter(posting -> refused.containsKey(posting.learner()))
                    .forEach(posting -> results.put(
                            posting,
                            PostingResult.invalid(requireNonNull(refused.get(posting.learner()))
                                    .of("learner"))));
            all.removeIf(posting -> refused.containsKey(posting.learner()));
            if (!all.isEmpty()) {
                book(requireNonNull(held.get(taker)), all, requireNonNull(locked.get(taker)), results);
            }
        });
        return postings.stream().map(results::get).toList();
    }

    /**
     * Holds all seasons that may be needed before locking any total, so that a seal waiting for a season does not block
     * transactions that need a total.
     */
    private Map<Long, Season> hold(List<Posting> postings, Season current) {
        var ids = postings.stream().map(Posting::season).collect(toCollection(TreeSet::new));
        ids.add(current.id());
        var held = new TreeMap<Long, Season>();
        ids.forEach(id -> held.put(id, seasons.hold(id)));
        return held;
    }

    /**
     * Locks each learner's total in the season that takes the posting. For a late posting it locks the total in the
     * posting's own season as well, because another instance may put postings under the same cap into another season.
     * That row serves only as a lock. A missing row is made with no points, and neither proof nor board counts it.
     */
    private Map<Long, Map<Long, Total>> lock(Map<Long, List<Posting>> taken) {
        var learners = new TreeMap<Long, TreeSet<Long>>();
        taken.forEach((taker, postings) -> {
            learners.computeIfAbsent(taker, each -> new TreeSet<>()).addAll(learners(postings));
            postings.forEach(posting -> learners.computeIfAbsent(posting.season(), each -> new TreeSet<>())
                    .add(posting.learner()));
        });
        var now = time.now();
        var locked = new TreeMap<Long, Map<Long, Total>>();
        learners.forEach((season, own) -> locked.put(season, totals.lock(season, own, now)));
        return locked;
    }

    /** A late posting counts under the cap of its own day. */
    private void book(
            Season taker, List<Posting> postings, Map<Long, Total> locked, Map<Posting, PostingResult> results) {
        var bookkeeping = books.open(taker, postings, locked);
        for (var posting : postings) {
            var lateReason = posting.season() == taker.id()
                    ? null
                    : ViolationCode.SEASON_CLOSED.of(
                            null, seasons.byId(posting.season()).name(), taker.name());
            results.put(posting, bookkeeping.book(posting, lateReason));
        }
        books.close(bookkeeping);
    }

    /** Grants or deducts points in the current season, within the caller's transaction. */
    PostingResult adjust(Posting posting, String reason) {
        var season = seasons.hold(posting.season());
        requireOpen(season);
        var learner = new TreeSet<>(Set.of(posting.learner()));
        var now = time.now();
        var locked = totals.lock(posting.season(), learner, now);
        deleted.requireAccepted(posting.learner());
        var bookkeeping =
                new Bookkeeping(season.id(), now, time.dayEndsWithin(season.endsAt()), locked, Set.of(), Map.of());
        var result = bookkeeping.adjust(posting, reason);
        books.close(bookkeeping);
        return result;
    }

    /**
     * The learners with points in a season besides rewards and prizes; all given learners if its ledger has expired.
     */
    public Set<Long> earners(Season season, List<Long> learners) {
        return season.expired() ? Set.copyOf(learners) : books.earners(season.id(), learners);
    }

    /**
     * Fails if the current season has been sealed, which may happen while this instance is paused. Then the whole
     * posting is tried again. It fails for good if the clock of this instance is behind.
     */
    private void requireOpen(Season season) {
        if (season.state().sealed()) {
            throw ClockBehind.of(time.now(), season);
        }
    }

    private static TreeSet<Long> learners(Collection<Posting> postings) {
        return postings.stream().map(Posting::learner).collect(toCollection(TreeSet::new));
    }
}
