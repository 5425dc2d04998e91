package io.streakboard.signin.reconciliation;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** The table {@code sign_in_reconciliation}: every instance can tell what one of them does or has found. */
@Component
public class RunHistory {

    /** {@code VERIFY} compares, {@code REBUILD} repairs, {@code DAILY} repairs what is recent. */
    enum Kind {
        VERIFY,
        REBUILD,
        DAILY;

        boolean repairs() {
            return this != VERIFY;
        }
    }

    enum State {
        RUNNING,
        DONE,
        FAILED
    }

    /**
     * @param learner the only one that is compared, or null for all
     * @param since earlier days are left out
     * @param drift found so far
     */
    record Run(
            long id,
            Kind kind,
            @Nullable Long learner,
            LocalDate since,
            State state,
            Instant startedAt,
            Instant updatedAt,
            @Nullable Instant finishedAt,
            Drift drift,
            @Nullable String failure) {}

    private static final int LONGEST_FAILURE = 500;

    private final JdbcClient jdbc;
    private final BusinessTime time;

    RunHistory(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    /** Begins a run. Any other has ended, as only one holds the lock. */
    long begin(Kind kind, @Nullable Long learner, LocalDate since) {
        var now = Utc.column(time.now());
        jdbc.sql("""
                        UPDATE sign_in_reconciliation SET state = 'FAILED', finished_at = ?, failure = 'was interrupted'
                         WHERE state = 'RUNNING'
                        """).param(now).update();
        var id = new GeneratedKeyHolder();
        jdbc.sql("""
                        INSERT INTO sign_in_reconciliation (kind, learner, since, state, started_at, updated_at)
                        VALUES (?, ?, ?, 'RUNNING', ?, ?)
                        """)
                .param(kind.name())
                .param(learner)
                .param(since)
                .param(now)
                .param(now)
                .update(id, "id");
        return Objects.requireNonNull(id.getKey()).longValue();
    }

    /** Ends a run that has not been heard of since an instant: its instance has died, or was stopped. */
    void endSilentSince(Instant instant) {
        jdbc.sql("""
                        UPDATE sign_in_reconciliation SET state = 'FAILED', finished_at = ?, failure = 'was interrupted'
                         WHERE state = 'RUNNING' AND updated_at < ?
                        """).params(Utc.column(time.now()), Utc.column(instant)).update();
    }

    void progress(long id, Drift drift) {
        update(id, State.RUNNING, drift, null);
    }

    void done(long id, Drift drift) {
        update(id, State.DONE, drift, null);
    }

    void failed(long id, Drift drift, Throwable failure) {
        var text = failure.toString();
        update(id, State.FAILED, drift, text.substring(0, Math.min(text.length(), LONGEST_FAILURE)));
    }

    private void update(long id, State state, Drift drift, @Nullable String failure) {
        var now = Utc.column(time.now());
        jdbc.sql("""
                        UPDATE sign_in_reconciliation
                           SET state = ?, updated_at = ?, finished_at = ?, learners = ?, days = ?, only_mysql = ?,
                               only_redis = ?, waiting = ?, repaired = ?, failure = ?
                         WHERE id = ? AND state = 'RUNNING'
                        """)
                .param(state.name())
                .param(now)
                .param(state == State.RUNNING ? null : now)
                .param(drift.learners())
                .param(drift.days())
                .param(drift.onlyInMySql())
                .param(drift.onlyInRedis())
                .param(drift.waiting())
                .param(drift.repaired())
                .param(failure)
                .param(id)
                .update();
    }

    /** Forgets the runs for one learner alone. A run that goes on stays: a later call removes it. */
    public void erase(long learner) {
        jdbc.sql("DELETE FROM sign_in_reconciliation WHERE learner = ? AND state <> 'RUNNING'")
                .param(learner)
                .update();
    }

    Optional<Run> last() {
        return jdbc.sql("SELECT * FROM sign_in_reconciliation ORDER BY id DESC LIMIT 1")
                .query((row, number) -> run(row))
                .optional();
    }

    /** The last run that compared all learners to the end. */
    Optional<Run> lastOfAll() {
        return jdbc.sql("""
                        SELECT * FROM sign_in_reconciliation WHERE state = 'DONE' AND learner IS NULL
                         ORDER BY id DESC LIMIT 1
                        """).query((row, number) -> run(row)).optional();
    }

    /** The last run that repaired all learners, at least their recent days. */
    Optional<Run> lastRepair() {
        return jdbc.sql("""
                        SELECT * FROM sign_in_reconciliation
                         WHERE state = 'DONE' AND learner IS NULL AND kind <> 'VERIFY' ORDER BY id DESC LIMIT 1
                        """).query((row, number) -> run(row)).optional();
    }

    private static Run run(ResultSet row) throws SQLException {
        var finished = row.getObject("finished_at", LocalDateTime.class);
        return new Run(
                row.getLong("id"),
                Kind.valueOf(row.getString("kind")),
                row.getObject("learner", Long.class),
                row.getObject("since", LocalDate.class),
                State.valueOf(row.getString("state")),
                Utc.instant(row.getObject("started_at", LocalDateTime.class)),
                Utc.instant(row.getObject("updated_at", LocalDateTime.class)),
                finished == null ? null : Utc.instant(finished),
                new Drift(
                        row.getLong("learners"),
                        row.getLong("days"),
                        row.getLong("only_mysql"),
                        row.getLong("only_redis"),
                        row.getLong("waiting"),
                        row.getLong("repaired")),
                row.getString("failure"));
    }
}
