package io.streakboard.identity;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * The learners whose data was deleted, table {@code learner_deleted}. Nothing of them is taken any more, neither from
 * themselves nor from what is still under way, an import or a backup of a journal: so what was deleted stays deleted.
 * All ids are kept in memory and read anew every two seconds, so that a request never waits for MySQL.
 */
@Component
public class DeletedLearners implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DeletedLearners.class);

    private static final Duration FRESH = Duration.ofSeconds(2);

    record Deletion(long learner, Instant deletedAt) {}

    private final JdbcClient jdbc;
    private final BusinessTime time;
    private volatile Set<Long> known = Set.of();
    private volatile long readAt = System.nanoTime() - FRESH.toNanos();
    private volatile @Nullable Thread reader;

    DeletedLearners(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    /** Whether a learner was deleted, as far as it is known here: without asking MySQL, at most seconds late. */
    public boolean contains(long learner) {
        return known.contains(learner);
    }

    /** Those of some learners that were deleted; asks MySQL if the last answer is older than two seconds. */
    public Set<Long> among(Collection<Long> learners) {
        return all().isEmpty()
                ? Set.of()
                : learners.stream().filter(known::contains).collect(Collectors.toSet());
    }

    /** All that were deleted; asks MySQL if the last answer is older than two seconds. */
    public Set<Long> all() {
        if (System.nanoTime() - readAt > FRESH.toNanos()) {
            read();
        }
        return known;
    }

    /** Keeps a learner out from now on; returns since when. */
    Deletion add(long learner) {
        jdbc.sql("""
                        INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, ?)
                        ON DUPLICATE KEY UPDATE repeated_at = NULL
                        """).params(learner, Utc.column(time.now())).update();
        return jdbc.sql("SELECT user_id, deleted_at FROM learner_deleted WHERE user_id = ?")
                .param(learner)
                .query((row, number) ->
                        new Deletion(row.getLong(1), Utc.instant(row.getObject(2, LocalDateTime.class))))
                .single();
    }

    /** Who was deleted before an instant, and not once more since. */
    List<Long> notRepeated(Instant before) {
        return jdbc.sql("SELECT user_id FROM learner_deleted WHERE repeated_at IS NULL AND deleted_at < ?")
                .param(Utc.column(before))
                .query((row, number) -> row.getLong(1))
                .list();
    }

    boolean repeated(long learner) {
        return jdbc.sql("UPDATE learner_deleted SET repeated_at = ? WHERE user_id = ? AND repeated_at IS NULL")
                        .params(Utc.column(time.now()), learner)
                        .update()
                == 1;
    }

    void read() {
        long now = System.nanoTime();
        known = new HashSet<>(jdbc.sql("SELECT user_id FROM learner_deleted")
                .query((row, number) -> row.getLong(1))
                .list());
        readAt = now;
    }

    private void keepReading() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(FRESH);
                try {
                    read();
                } catch (DataAccessException | TransactionException failure) {
                    log.debug("Deleted learners were not read", failure);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        read();
        reader = Thread.ofVirtual().name("deleted-learners").start(this::keepReading);
    }

    @Override
    public void stop() {
        var running = reader;
        if (running != null) {
            running.interrupt();
            reader = null;
        }
    }

    @Override
    public boolean isRunning() {
        return reader != null;
    }
}
