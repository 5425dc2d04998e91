package io.streakboard.identity;

import static java.util.stream.Collectors.toMap;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/**
 * The learners whose data was deleted, table {@code learner_deleted}. Their data is no longer accepted, neither from
 * the learners nor from an import or a restored journal, so deleted data stays deleted.
 *
 * <p>Requests are checked against a copy of all ids in memory, so that they never wait for MySQL. New ids are read
 * every two seconds. A transaction that writes data of a learner asks MySQL, as memory may be seconds late.
 */
@Component
public class DeletedLearners extends ChangeFollower {

    private static final int BATCH = 500;

    private record Numbered(long learner, long number) {}

    private final JdbcClient jdbc;
    private final LearnerKeys keys;
    private final BusinessTime time;
    private final ChangePoller<Numbered> poller = new ChangePoller<>(this::after, Numbered::number, this::know);
    private volatile LearnerIds known = LearnerIds.NONE;

    DeletedLearners(JdbcClient jdbc, LearnerKeys keys, BusinessTime time, TaskScheduler scheduler) {
        super(scheduler);
        this.jdbc = jdbc;
        this.keys = keys;
        this.time = time;
    }

    /** Whether a learner was deleted, without asking MySQL: the answer is a few seconds late at most. */
    public boolean contains(long learner) {
        return known.contains(learner);
    }

    /** The reason to refuse a learner's data; empty if there is none. */
    public static Optional<Violation> violation(long learner, LongPredicate isDeleted) {
        if (learner == LearnerKeys.TAKEN) {
            return Optional.of(ViolationCode.LEARNER_KEY_TAKEN.of("learner"));
        }
        if (learner <= 0) {
            return Optional.of(ViolationCode.LEARNER_NOT_POSITIVE.of("learner"));
        }
        return isDeleted.test(learner) ? Optional.of(ViolationCode.LEARNER_DELETED.of("learner")) : Optional.empty();
    }

    /**
     * The learners about whom no fact may be written, with the reason: they were deleted, or their id has another key.
     * Stores the keys of all others. Part of each transaction that may write the first fact about a learner.
     */
    public Map<Long, ViolationCode> refused(Collection<Long> learners) {
        var refused = new HashMap<>(reasons(learners));
        keys.store(learners.stream().filter(each -> !refused.containsKey(each)).toList())
                .forEach(learner -> refused.put(learner, ViolationCode.LEARNER_KEY_TAKEN));
        return refused;
    }

    /**
     * The same, for requests that are refused as a whole if a key is taken. Returns the deleted learners.
     *
     * @throws Problem if an id has another key
     */
    public Set<Long> deletedUnlessTaken(Collection<Long> learners) {
        var refused = refused(learners);
        if (refused.containsValue(ViolationCode.LEARNER_KEY_TAKEN)) {
            throw LearnerKeys.taken();
        }
        return refused.keySet();
    }

    /** @throws Problem if no fact may be written about the learner */
    public void requireAccepted(long learner) {
        if (!deletedUnlessTaken(List.of(learner)).isEmpty()) {
            throw Problem.invalid("learner", "has been deleted", "deleted");
        }
    }

    /** Dry run: returns the same as far as deleted learners go, and stores no key. */
    public Map<Long, ViolationCode> reasons(Collection<Long> learners) {
        return among(learners).stream().collect(toMap(learner -> learner, learner -> ViolationCode.LEARNER_DELETED));
    }

    /** The reason to refuse a learner's data, among {@link #refused}; empty if there is none. */
    public static Optional<Violation> violation(long learner, Map<Long, ViolationCode> refused) {
        var reason = refused.get(learner);
        return violation(learner, any -> false)
                .or(() -> reason == null ? Optional.empty() : Optional.of(reason.of("learner")));
    }

    /** The deleted learners among the given ones. */
    public Set<Long> among(Collection<Long> learners) {
        return learners.isEmpty()
                ? Set.of()
                : Set.copyOf(jdbc.sql("SELECT user_id FROM learner_deleted WHERE user_id IN (:learners)")
                        .param("learners", learners)
                        .query((row, number) -> row.getLong(1))
                        .list());
    }

    /** Hands over all deleted learners that still have their row in a table with a unique {@code user_id}. */
    public void forEachIn(String table, Consumer<Long> consumer) {
        var batch = in(table, 0);
        for (; !batch.isEmpty(); batch = in(table, batch.getLast())) {
            batch.forEach(consumer);
        }
    }

    private List<Long> in(String table, long after) {
        return jdbc.sql("""
                        SELECT STRAIGHT_JOIN d.user_id
                          FROM learner_deleted d FORCE INDEX (PRIMARY) JOIN %s t ON t.user_id = d.user_id
                         WHERE d.user_id > ? ORDER BY d.user_id LIMIT ?
                        """.formatted(table))
                .params(after, BATCH)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** Refuses a learner from now on. Returns when the refusal began. */
    Instant add(long learner) {
        jdbc.sql("""
                        INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, ?)
                        ON DUPLICATE KEY UPDATE repeated_at = NULL
                        """).params(learner, Utc.column(time.now())).update();
        return of(learner).orElseThrow();
    }

    /** When a learner was deleted. */
    Optional<Instant> of(long learner) {
        return jdbc.sql("SELECT deleted_at FROM learner_deleted WHERE user_id = ?")
                .param(learner)
                .query((row, number) -> Utc.instant(row, "deleted_at"))
                .optional();
    }

    /** Learners who were deleted before an instant and whose second deletion is still to come. */
    List<Long> notRepeated(Instant before) {
        return jdbc.sql("SELECT user_id FROM learner_deleted WHERE repeated_at IS NULL AND deleted_at < ?")
                .param(Utc.column(before))
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /**
     * Schedules another deletion of learners whose data arrived late, from an instance that could not reach MySQL for
     * minutes.
     */
    public void repeat(Collection<Long> learners) {
        if (!learners.isEmpty()) {
            jdbc.sql("UPDATE learner_deleted SET repeated_at = NULL WHERE user_id IN (:learners)")
                    .param("learners", learners)
                    .update();
        }
    }

    boolean repeated(long learner) {
        return jdbc.sql("UPDATE learner_deleted SET repeated_at = ? WHERE user_id = ? AND repeated_at IS NULL")
                        .params(Utc.column(time.now()), learner)
                        .update()
                == 1;
    }

    private List<Numbered> after(long number, int limit) {
        return jdbc.sql("SELECT user_id, number FROM learner_deleted WHERE number > ? ORDER BY number LIMIT ?")
                .params(number, limit)
                .query((row, index) -> new Numbered(row.getLong(1), row.getLong(2)))
                .list();
    }

    private void know(List<Numbered> page) {
        known = known.with(page.stream().map(Numbered::learner).toList());
    }

    /** Reads the learners added since the last call. */
    void read() {
        poller.read();
    }

    @Override
    protected ChangePoller<Numbered> poller() {
        return poller;
    }
}
