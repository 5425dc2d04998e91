package io.streakboard.points.opening;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import io.streakboard.web.SourceIds;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Points that learners had before the first season, table {@code points_opening}. Sums over all time have them, and no
 * season has. A learner's source id counts once.
 */
@Service
public class OpeningBalances implements PersonalData {

    private static final long MOST = 1_000_000_000;

    /** @param sourceId names it among the learner's balances, at most 100 characters */
    public record Balance(long learner, long points, String sourceId) {

        private Key key() {
            return new Key(learner, sourceId);
        }
    }

    private record Key(long learner, String sourceId) {}

    record Recorded(String sourceId, long points, Instant recordedAt) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final DeletedLearners deleted;
    private final TransactionTemplate transactions;
    private final BusinessTime time;
    private final ApplicationEventPublisher events;

    OpeningBalances(
            JdbcClient jdbc,
            JdbcTemplate batches,
            DeletedLearners deleted,
            TransactionTemplate transactions,
            BusinessTime time,
            ApplicationEventPublisher events) {
        this.events = events;
        this.jdbc = jdbc;
        this.batches = batches;
        this.deleted = deleted;
        this.transactions = transactions;
        this.time = time;
    }

    /** Records balances in one transaction. Returns why each one was not recorded; empty if it was. */
    public List<Optional<Mistake>> add(List<Balance> balances) {
        return requireNonNull(transactions.execute(status -> {
            var mistakes = check(balances);
            var added = IntStream.range(0, balances.size())
                    .filter(index -> mistakes.get(index).isEmpty())
                    .mapToObj(balances::get)
                    .sorted(comparing(Balance::learner).thenComparing(Balance::sourceId))
                    .toList();
            insert(added);
            if (!added.isEmpty()) {
                events.publishEvent(
                        new BalancesOpened(added.stream().map(Balance::learner).collect(toSet())));
            }
            return mistakes;
        }));
    }

    /** Returns the same, and records nothing. */
    public List<Optional<Mistake>> check(List<Balance> balances) {
        var known = known(balances);
        var gone = deleted.among(balances.stream().map(Balance::learner).collect(toSet()));
        return balances.stream()
                .map(balance -> DeletedLearners.mistake(balance.learner(), gone::contains)
                        .or(() -> mistake(balance))
                        .or(() -> known.add(balance.key())
                                ? Optional.empty()
                                : Optional.of(Code.COUNTED_BEFORE.of("sourceId"))))
                .toList();
    }

    private static Optional<Mistake> mistake(Balance balance) {
        return balance.points() < 1 || balance.points() > MOST
                ? Optional.of(Code.RANGE.of("points", 1, MOST))
                : SourceIds.mistake(balance.sourceId());
    }

    private Set<Key> known(List<Balance> balances) {
        return balances.isEmpty()
                ? new HashSet<>()
                : new HashSet<>(jdbc.sql("""
                                SELECT user_id, source_id FROM points_opening WHERE (user_id, source_id) IN (:keys)
                                """)
                        .param(
                                "keys",
                                balances.stream()
                                        .map(balance -> new Object[] {balance.learner(), balance.sourceId()})
                                        .toList())
                        .query((row, number) -> new Key(row.getLong(1), row.getString(2)))
                        .set());
    }

    /** In the order of keys. If another writer was first, its row stays. */
    private void insert(List<Balance> balances) {
        var now = Utc.column(time.now());
        batches.batchUpdate(
                """
                INSERT INTO points_opening (user_id, source_id, points, recorded_at) VALUES (?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE points = points
                """,
                balances.stream()
                        .map(balance -> new Object[] {balance.learner(), balance.sourceId(), balance.points(), now})
                        .toList());
    }

    /** The sums of learners. Learners without any are left out. */
    public Map<Long, Long> of(Collection<Long> learners) {
        return learners.isEmpty()
                ? Map.of()
                : jdbc
                        .sql(
                                "SELECT user_id, SUM(points) FROM points_opening WHERE user_id IN (:learners) GROUP BY user_id")
                        .param("learners", learners)
                        .query((row, number) -> Map.entry(row.getLong(1), row.getLong(2)))
                        .list()
                        .stream()
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The learners with the next higher ids who have any, in the order of their ids. */
    public List<Long> learnersAfter(long learner, int limit) {
        return jdbc.sql("SELECT DISTINCT user_id FROM points_opening WHERE user_id > ? ORDER BY user_id LIMIT ?")
                .params(learner, limit)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    @Override
    public String section() {
        return "openingBalances";
    }

    @Override
    public List<Recorded> of(long learner) {
        return jdbc.sql("SELECT * FROM points_opening WHERE user_id = ? ORDER BY source_id")
                .param(learner)
                .query((row, number) -> new Recorded(
                        row.getString("source_id"), row.getLong("points"), Utc.instant(row, "recorded_at")))
                .list();
    }

    /** Within the transaction of the deletion: it is one statement by key. */
    @EventListener
    void on(LearnerDeleted learner) {
        jdbc.sql("DELETE FROM points_opening WHERE user_id = ?")
                .param(learner.learner())
                .update();
    }
}
