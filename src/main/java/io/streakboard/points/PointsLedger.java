package io.streakboard.points;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Posts activities to the ledgers of their seasons. One transaction a call: hold the seasons, lock the totals of the
 * learners, leave out who was deleted, skip what is known, cut to the caps, write ledger and totals, announce the new
 * totals. The locks come before the decision, so that two postings cannot both see room under a cap. All are taken in one
 * order, by the ids of seasons and then of learners, so that no two transactions wait for each other.
 */
@Component
class PointsLedger {

    private final Records records;
    private final TotalsTable totals;
    private final Seasons seasons;
    private final LedgerTransactions transactions;
    private final PointsTypes types;
    private final BusinessTime time;
    private final ApplicationEventPublisher events;
    private final DeletedLearners deleted;

    PointsLedger(
            Records records,
            TotalsTable totals,
            Seasons seasons,
            LedgerTransactions transactions,
            PointsTypes types,
            BusinessTime time,
            ApplicationEventPublisher events,
            DeletedLearners deleted) {
        this.records = records;
        this.totals = totals;
        this.seasons = seasons;
        this.transactions = transactions;
        this.types = types;
        this.time = time;
        this.events = events;
        this.deleted = deleted;
    }

    /** What is to be posted: a posting for an activity that is worth so many points before the cap. */
    Posting posting(Activity activity, int points) {
        return new Posting(
                activity.learner(),
                activity.type(),
                activity.sourceId(),
                activity.occurredAt(),
                time.dayOf(activity.occurredAt()),
                seasons.at(activity.occurredAt()).id(),
                points);
    }

    /** Posts and tells what became of each, in the given order. */
    List<ActivityResult> post(List<Posting> postings) {
        if (postings.isEmpty()) {
            return List.of();
        }
        seasons.current(); // opens it, if need be, before there is a transaction
        return post(postings, seasons::current);
    }

    /** @param current which season takes what is late: not the same on all instances, as long as their clocks differ */
    List<ActivityResult> post(List<Posting> postings, Supplier<Season> current) {
        return transactions.execute(() -> write(postings, current.get()));
    }

    private List<ActivityResult> write(List<Posting> postings, Season current) {
        var results = new IdentityHashMap<Posting, ActivityResult>();
        var held = hold(postings, current);
        var taken = new TreeMap<Long, List<Posting>>();
        for (var posting : postings) {
            var home = requireNonNull(held.get(posting.season()));
            if (deleted.contains(posting.learner())) {
                results.put(posting, ActivityResult.invalid(ActivityRules.DELETED));
            } else if (home.expired()) {
                results.put(posting, ActivityResult.invalid(ActivityRules.expired(posting.occurredAt())));
            } else {
                var taker = home.state().sealed() ? requireNonNull(held.get(current.id())) : home;
                requireOpen(taker);
                taken.computeIfAbsent(taker.id(), each -> new ArrayList<>()).add(posting);
            }
        }
        var locked = lock(taken);
        var gone = deleted.among(learners(postings));
        taken.forEach((taker, all) -> {
            all.stream()
                    .filter(posting -> gone.contains(posting.learner()))
                    .forEach(posting -> results.put(posting, ActivityResult.invalid(ActivityRules.DELETED)));
            all.removeIf(posting -> gone.contains(posting.learner()));
            if (!all.isEmpty()) {
                book(requireNonNull(held.get(taker)), all, requireNonNull(locked.get(taker)), results);
            }
        });
        return postings.stream().map(results::get).toList();
    }

    /** Holds all seasons that may be needed, before any total is locked: a seal that waits then holds up nobody else. */
    private Map<Long, Season> hold(List<Posting> postings, Season current) {
        var ids = postings.stream().map(Posting::season).collect(toCollection(TreeSet::new));
        ids.add(current.id());
        var held = new TreeMap<Long, Season>();
        ids.forEach(id -> held.put(id, seasons.hold(id)));
        return held;
    }

    /**
     * Locks learners in the season that takes something of theirs, and for what is late in its own season as well: another
     * instance may have another season take what shares its cap. There the rows are nothing but locks, made with no
     * points if need be, which neither proof nor board counts.
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

    /** What is late counts under the cap of its own day. */
    private void book(
            Season taker, List<Posting> postings, Map<Long, Total> locked, Map<Posting, ActivityResult> results) {
        var bookkeeping = new Bookkeeping(
                taker.id(), types, locked, records.known(taker.id(), postings), records.used(taker.id(), postings));
        var now = time.now();
        for (var posting : postings) {
            var result = posting.season() == taker.id()
                    ? bookkeeping.book(posting, null, null)
                    : bookkeeping.book(
                            posting,
                            now,
                            ActivityResult.lateReason(
                                    seasons.byId(posting.season()).name(), taker.name()));
            results.put(posting, result);
        }
        write(taker.id(), bookkeeping);
    }

    /** Grants or deducts points in the current season. */
    ActivityResult adjust(Posting posting, String reason) {
        requireOpen(seasons.hold(posting.season()));
        var learner = new TreeSet<>(Set.of(posting.learner()));
        var locked = totals.lock(posting.season(), learner, time.now());
        if (!deleted.among(learner).isEmpty()) {
            throw Problem.invalid("learner", "has been deleted");
        }
        var bookkeeping = new Bookkeeping(posting.season(), types, locked, Set.of(), Map.of());
        var result = bookkeeping.adjust(posting, reason);
        write(posting.season(), bookkeeping);
        return result;
    }

    /** What was the current season may be sealed, if this instance was paused since it asked: then all is tried again. */
    private static void requireOpen(Season season) {
        if (season.state().sealed()) {
            throw new PessimisticLockingFailureException("Season " + season.id() + " was sealed meanwhile");
        }
    }

    private void write(long season, Bookkeeping bookkeeping) {
        var now = time.now();
        if (!bookkeeping.rows().isEmpty()) {
            records.append(season, bookkeeping.rows(), now);
        }
        if (!bookkeeping.awards().isEmpty()) {
            totals.update(season, bookkeeping.changedTotals(), now);
            events.publishEvent(new PointsAwarded(bookkeeping.awards()));
        }
    }

    private static TreeSet<Long> learners(Collection<Posting> postings) {
        return postings.stream().map(Posting::learner).collect(toCollection(TreeSet::new));
    }
}
