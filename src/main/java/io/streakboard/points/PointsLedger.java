package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.Posting.DayOfType;
import io.streakboard.points.Posting.Key;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Posts activities to the ledgers of their seasons. One transaction a call: lock the totals of the learners in the order
 * of their ids, skip what is known, cut to the caps, write ledger and totals, announce the new totals. The lock comes
 * before the decision, so that two postings cannot both see room under a cap.
 */
@Component
class PointsLedger {

    private final LedgerTable ledger;
    private final TotalsTable totals;
    private final LateTable late;
    private final Seasons seasons;
    private final LedgerTransactions transactions;
    private final PointsTypes types;
    private final BusinessTime time;
    private final ApplicationEventPublisher events;
    private final DeletedLearners deleted;

    PointsLedger(
            LedgerTable ledger,
            TotalsTable totals,
            LateTable late,
            Seasons seasons,
            LedgerTransactions transactions,
            PointsTypes types,
            BusinessTime time,
            ApplicationEventPublisher events,
            DeletedLearners deleted) {
        this.deleted = deleted;
        this.ledger = ledger;
        this.totals = totals;
        this.late = late;
        this.seasons = seasons;
        this.transactions = transactions;
        this.types = types;
        this.time = time;
        this.events = events;
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
        return transactions.execute(() -> write(postings, seasons.current()));
    }

    private List<ActivityResult> write(List<Posting> postings, Season current) {
        var results = new IdentityHashMap<Posting, ActivityResult>();
        var tooLate = new ArrayList<Posting>();
        var gone = deleted.among(learners(postings));
        postings.stream()
                .filter(posting -> gone.contains(posting.learner()))
                .forEach(posting -> results.put(posting, ActivityResult.invalid(ActivityRules.DELETED)));
        var bySeason = postings.stream()
                .filter(posting -> !gone.contains(posting.learner()))
                .collect(groupingBy(Posting::season, TreeMap::new, toCollection(ArrayList::new)));
        bySeason.forEach((season, own) -> {
            var held = seasons.hold(season);
            if (held.expired()) {
                own.forEach(posting ->
                        results.put(posting, ActivityResult.invalid(ActivityRules.expired(posting.occurredAt()))));
            } else if (held.state().sealed()) {
                tooLate.addAll(own);
            } else {
                book(season, own, results);
            }
        });
        if (!tooLate.isEmpty()) {
            bookLate(tooLate, current, results);
        }
        return postings.stream().map(results::get).toList();
    }

    private void book(long season, List<Posting> postings, Map<Posting, ActivityResult> results) {
        var locked = totals.lock(season, learners(postings), time.now());
        var bookkeeping = new Bookkeeping(
                season, types, locked, ledger.known(season, keys(postings)), ledger.used(season, capped(postings)));
        postings.forEach(posting -> results.put(posting, bookkeeping.book(posting, null, null)));
        write(season, bookkeeping);
    }

    /** The season takes no more: what it does not know yet goes to the current one, under the cap of its own day. */
    private void bookLate(List<Posting> postings, Season current, Map<Posting, ActivityResult> results) {
        holdOpen(current.id());
        var locked = totals.lock(current.id(), learners(postings), time.now());
        var known = new HashSet<>(ledger.known(LateTable.NAME, keys(postings)));
        known.addAll(ledger.known(current.id(), keys(postings)));
        var used = new HashMap<>(ledger.used(LateTable.NAME, capped(postings)));
        postings.stream().collect(groupingBy(Posting::season)).forEach((home, own) -> {
            known.addAll(ledger.known(home, keys(own)));
            ledger.used(home, capped(own)).forEach((day, points) -> used.merge(day, points, Long::sum));
        });
        var bookkeeping = new Bookkeeping(current.id(), types, locked, known, used);
        var now = time.now();
        postings.forEach(posting -> results.put(
                posting,
                bookkeeping.book(
                        posting,
                        now,
                        ActivityResult.lateReason(seasons.byId(posting.season()).name(), current.name()))));
        late.append(current.id(), bookkeeping.rows(), now);
        write(current.id(), bookkeeping);
    }

    /** Grants or deducts points in the current season. */
    ActivityResult adjust(Posting posting, String reason) {
        holdOpen(posting.season());
        var locked = totals.lock(posting.season(), new TreeSet<>(Set.of(posting.learner())), time.now());
        var bookkeeping = new Bookkeeping(posting.season(), types, locked, Set.of(), Map.of());
        var result = bookkeeping.adjust(posting, reason);
        write(posting.season(), bookkeeping);
        return result;
    }

    /** What was the current season may be sealed, if this instance was paused since it asked: then all is tried again. */
    private void holdOpen(long season) {
        if (seasons.hold(season).state().sealed()) {
            throw new PessimisticLockingFailureException("Season " + season + " was sealed meanwhile");
        }
    }

    private void write(long season, Bookkeeping bookkeeping) {
        var now = time.now();
        if (!bookkeeping.rows().isEmpty()) {
            ledger.append(season, bookkeeping.rows(), now);
        }
        if (!bookkeeping.awards().isEmpty()) {
            totals.update(season, bookkeeping.changedTotals(), now);
            events.publishEvent(new PointsAwarded(bookkeeping.awards()));
        }
    }

    private static TreeSet<Long> learners(Collection<Posting> postings) {
        return postings.stream().map(Posting::learner).collect(toCollection(TreeSet::new));
    }

    private static Set<Key> keys(Collection<Posting> postings) {
        return postings.stream().map(Posting::key).collect(toCollection(HashSet::new));
    }

    private Set<DayOfType> capped(Collection<Posting> postings) {
        return postings.stream()
                .filter(posting -> types.cap(posting.type()).cap() != null)
                .map(Posting::dayOfType)
                .collect(toCollection(HashSet::new));
    }
}
