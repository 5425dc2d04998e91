package io.streakboard.signin.reconciliation;

import io.streakboard.runs.LongJob;
import io.streakboard.runs.RunEnded;
import io.streakboard.runs.RunState;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.LearnerKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;
import tools.jackson.databind.annotation.JsonSerialize;

/** The table {@code sign_in_reconciliation}: findings of the last runs, and progress of the current one. */
@Component
public class RunHistory implements LongJob<Long> {

    /** {@code VERIFY} compares, {@code REBUILD} repairs, {@code DAILY} repairs recent days. */
    enum RunKind {
        VERIFY,
        REBUILD,
        DAILY;

        boolean repairs() {
            return this != VERIFY;
        }
    }

    /**
     * @param learner the only learner compared, or null for all
     * @param partitions the only partitions compared, or null for all
     * @param since earlier days are left out
     * @param drift found so far
     */
    record Run(
            long id,
            RunKind kind,

            @Nullable @JsonSerialize(using = LearnerKey.NumberWriter.class)
            Long learner,

            @Nullable List<Integer> partitions,
            LocalDate since,
            RunState state,
            Instant startedAt,
            Instant updatedAt,
            @Nullable Instant finishedAt,
            Drift drift,
            @Nullable String failure) {}

    private final JdbcClient jdbc;
    private final BusinessTime time;

    RunHistory(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    @Override
    public String name() {
        return "reconcile-sign-ins";
    }

    long begin(RunKind kind, RunTarget target, LocalDate since) {
        var now = Utc.column(time.now());
        var id = new GeneratedKeyHolder();
        jdbc.sql("""
                        INSERT INTO sign_in_reconciliation (kind, learner, partitions, since, state, started_at, updated_at)
                        VALUES (?, ?, ?, ?, 'RUNNING', ?, ?)
                        """)
                .param(kind.name())
                .param(target.learner())
                .param(
                        target.partitions() == null
                                ? null
                                : StringUtils.collectionToCommaDelimitedString(target.partitions()))
                .param(since)
                .param(now)
                .param(now)
                .update(id, "id");
        return Objects.requireNonNull(id.getKey()).longValue();
    }

    /** @throws RunEnded if the run is no longer {@code RUNNING} */
    void progress(long id, Drift drift) {
        int updated = jdbc.sql("""
                        UPDATE sign_in_reconciliation
                           SET updated_at = ?, learners = ?, days = ?, only_mysql = ?, only_redis = ?, waiting = ?,
                               repaired = ?
                         WHERE id = ? AND state = 'RUNNING'
                        """)
                .param(Utc.column(time.now()))
                .param(drift.learners())
                .param(drift.days())
                .param(drift.onlyInMySql())
                .param(drift.onlyInRedis())
                .param(drift.waiting())
                .param(drift.repaired())
                .param(id)
                .update();
        if (updated == 0) {
            throw RunEnded.elsewhere();
        }
    }

    @Override
    public void end(Long run, RunState state, @Nullable String failure) {
        var now = Utc.column(time.now());
        jdbc.sql("""
                        UPDATE sign_in_reconciliation SET state = ?, updated_at = ?, finished_at = ?, failure = ?
                         WHERE id = ? AND state = 'RUNNING'
                        """)
                .param(state.name())
                .param(now)
                .param(now)
                .param(failure)
                .param(run)
                .update();
    }

    @Override
    public List<Long> unfinished() {
        return jdbc.sql("SELECT id FROM sign_in_reconciliation WHERE state = 'RUNNING'")
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** Deletes the runs for this learner alone. An active run stays; a later call removes it. */
    public void erase(long learner) {
        jdbc.sql("DELETE FROM sign_in_reconciliation WHERE learner = ? AND state <> 'RUNNING'")
                .param(learner)
                .update();
    }

    Optional<Run> of(long id) {
        return last("id = " + id);
    }

    Optional<Run> last() {
        return last("TRUE");
    }

    /** The last run that compared all learners to the end. */
    Optional<Run> lastOfAll() {
        return last("state = 'DONE' AND learner IS NULL AND partitions IS NULL");
    }

    /** The last run that repaired all learners, at least their recent days. */
    Optional<Run> lastRepair() {
        return last("state = 'DONE' AND learner IS NULL AND partitions IS NULL AND kind <> 'VERIFY'");
    }

    private Optional<Run> last(String condition) {
        return jdbc.sql("SELECT * FROM sign_in_reconciliation WHERE " + condition + " ORDER BY id DESC LIMIT 1")
                .query((row, number) -> run(row))
                .optional();
    }

    private static Run run(ResultSet row) throws SQLException {
        var partitions = row.getString("partitions");
        return new Run(
                row.getLong("id"),
                RunKind.valueOf(row.getString("kind")),
                row.getObject("learner", Long.class),
                partitions == null
                        ? null
                        : Stream.of(partitions.split(",")).map(Integer::valueOf).toList(),
                row.getObject("since", LocalDate.class),
                RunState.valueOf(row.getString("state")),
                Utc.instant(row, "started_at"),
                Utc.instant(row, "updated_at"),
                Utc.nullableInstant(row, "finished_at"),
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
