package io.streakboard.points.opening;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.points.ledger.LedgerTransactions;
import io.streakboard.points.opening.Corrections.BalanceChange;
import io.streakboard.points.opening.Corrections.BalanceKey;
import io.streakboard.points.opening.Corrections.RecordedBalance;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.SourceIds;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/**
 * Points that learners had before the first season. They count in sums over all time, and in no season. A learner's
 * source id counts once, with the points of the newest file that names it; 0 takes it back.
 */
@Service
public class OpeningBalances implements PersonalData {

    private static final long NEWEST = Long.MAX_VALUE;

    /** @param sourceId names it among the learner's balances, at most 100 characters */
    public record Balance(long learner, long points, String sourceId) {

        BalanceKey key() {
            return new BalanceKey(learner, sourceId);
        }
    }

    /** @param corrections its changes by later files, in their order */
    record Exported(@JsonUnwrapped RecordedBalance balance, List<BalanceChange> corrections) {}

    private final OpeningTable table;
    private final DeletedLearners deleted;
    private final LedgerTransactions transactions;
    private final BusinessTime time;
    private final ApplicationEventPublisher events;

    OpeningBalances(
            OpeningTable table,
            DeletedLearners deleted,
            LedgerTransactions transactions,
            BusinessTime time,
            ApplicationEventPublisher events) {
        this.table = table;
        this.deleted = deleted;
        this.transactions = transactions;
        this.time = time;
        this.events = events;
    }

    /**
     * Records balances in one transaction. Returns the error of each; empty if it was recorded.
     *
     * @param importRunId the file; a later one has a higher number
     */
    public List<Optional<Violation>> add(List<Balance> balances, long importRunId) {
        return transactions.execute(() -> {
            var now = time.now();
            var keys = balances.stream()
                    .filter(balance ->
                            balance.learner() > 0 && violation(balance).isEmpty())
                    .map(Balance::key)
                    .collect(toCollection(TreeSet::new));
            table.lock(keys, now);
            var corrections = new Corrections(table.of(learners(balances)), importRunId, now);
            var refused = deleted.refused(learners(balances));
            refused.forEach((learner, reason) -> {
                if (reason == ViolationCode.LEARNER_DELETED) {
                    table.delete(learner);
                }
            });
            var violations = take(balances, refused, corrections);
            table.save(corrections.written());
            table.append(corrections.changes());
            keys.removeAll(corrections.written().keySet());
            table.deleteUnused(keys);
            var changed = IntStream.range(0, balances.size())
                    .filter(i -> violations.get(i).isEmpty())
                    .mapToObj(i -> balances.get(i).learner())
                    .collect(toSet());
            if (!changed.isEmpty()) {
                events.publishEvent(new BalancesOpened(changed));
            }
            return violations;
        });
    }

    /** Dry run: returns the same, and records nothing. */
    public List<Optional<Violation>> check(List<Balance> balances) {
        var corrections = new Corrections(table.of(learners(balances)), NEWEST, time.now());
        return take(balances, deleted.reasons(learners(balances)), corrections);
    }

    private static List<Optional<Violation>> take(
            List<Balance> balances, Map<Long, ViolationCode> refused, Corrections corrections) {
        return balances.stream()
                .map(balance -> DeletedLearners.violation(balance.learner(), refused)
                        .or(() -> violation(balance))
                        .or(() -> corrections.take(balance.key(), balance.points())))
                .toList();
    }

    private static Set<Long> learners(List<Balance> balances) {
        return balances.stream().map(Balance::learner).collect(toSet());
    }

    private static Optional<Violation> violation(Balance balance) {
        return Corrections.violation(balance.points()).or(() -> SourceIds.violation(balance.sourceId()));
    }

    /** The sums of learners. Learners without balances are left out. */
    public Map<Long, OpeningSum> of(Collection<Long> learners) {
        return table.sums(learners);
    }

    /** The next page of learners with balances, by id. */
    public List<Long> learnersAfter(long learner, int limit) {
        return table.learnersAfter(learner, limit);
    }

    @Override
    public String section() {
        return "openingBalances";
    }

    @Override
    public List<Exported> of(long learner) {
        var corrections = table.changes(learner).stream().collect(groupingBy(BalanceChange::sourceId));
        return new TreeMap<>(table.of(List.of(learner)))
                .values().stream()
                        .map(balance -> new Exported(balance, corrections.getOrDefault(balance.sourceId(), List.of())))
                        .toList();
    }

    /** Within the transaction of the deletion: it is two statements by key. */
    @EventListener
    void on(LearnerDeleted learner) {
        table.delete(learner.learner());
    }
}
