package io.streakboard.settlement.rehearsal;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.runs.RunEnded;
import io.streakboard.runs.RunState;
import io.streakboard.settlement.copy.Instance;
import io.streakboard.settlement.rehearsal.Rehearsal.Report;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** The table {@code settlement_rehearsal}: the last rehearsal of each season. */
@Component
public class RehearsalTable {

    /** Reports name the learners of the first ranks, and one with a difference. */
    private static final Pattern LEARNER = Pattern.compile("learner(?:\":\"|=)(\\d{1,19})");

    /** A rehearsal that has not ended: it may have a key in Redis and a scratch table. */
    record Running(long id, long seasonId) {}

    private final JdbcClient jdbc;
    /** Reports are stored with ids, not with keys of learners. */
    private interface Stored {

        @JsonSerialize(using = ToStringSerializer.class)
        long learner();

        @JsonSerialize(using = ToStringSerializer.class)
        String difference();
    }

    private final JsonMapper json;
    private final BusinessTime time;
    private final Instance instance;
    private final DeletedLearners deletedLearners;

    RehearsalTable(
            JdbcClient jdbc, JsonMapper json, BusinessTime time, Instance instance, DeletedLearners deletedLearners) {
        this.deletedLearners = deletedLearners;
        this.jdbc = jdbc;
        this.json = json.rebuild()
                .addMixIn(Standing.class, Stored.class)
                .addMixIn(Report.class, Stored.class)
                .build();
        this.time = time;
        this.instance = instance;
    }

    /** Begins a rehearsal of a season, replacing the last one, and returns its id. */
    @Transactional
    public long begin(long season) {
        jdbc.sql("DELETE FROM settlement_rehearsal WHERE season_id = ? AND state <> 'RUNNING'")
                .param(season)
                .update();
        var id = new GeneratedKeyHolder();
        jdbc.sql("""
                        INSERT INTO settlement_rehearsal (season_id, state, instance, started_at, report)
                        VALUES (?, 'RUNNING', ?, ?, ?)
                        """)
                .params(season, instance.getName(), Utc.column(time.now()), json.writeValueAsString(Report.EMPTY))
                .update(id);
        return Objects.requireNonNull(id.getKey()).longValue();
    }

    /** @throws RunEnded if the rehearsal is no longer {@code RUNNING} */
    void report(long id, Report report) {
        int reported = jdbc.sql("UPDATE settlement_rehearsal SET report = ? WHERE id = ? AND state = 'RUNNING'")
                .params(json.writeValueAsString(report), id)
                .update();
        if (reported == 0) {
            throw RunEnded.elsewhere();
        }
    }

    void end(long id, RunState state, @Nullable String failure) {
        jdbc.sql("""
                        UPDATE settlement_rehearsal SET state = :state, finished_at = :now, failure = :failure
                         WHERE id = :id AND state = 'RUNNING'
                        """)
                .param("state", state.name())
                .param("now", Utc.column(time.now()))
                .param("failure", failure)
                .param("id", id)
                .update();
        if (namesDeleted(id)) {
            jdbc.sql("DELETE FROM settlement_rehearsal WHERE id = ?").param(id).update();
        }
    }

    /**
     * Finds learners who were deleted while the report was written. Later deletions find the finished report
     * themselves.
     */
    private boolean namesDeleted(long id) {
        var report = jdbc.sql("SELECT report FROM settlement_rehearsal WHERE id = ?")
                .param(id)
                .query(String.class)
                .optional()
                .orElse("");
        return !deletedLearners
                .among(LEARNER.matcher(report)
                        .results()
                        .map(match -> Long.valueOf(match.group(1)))
                        .toList())
                .isEmpty();
    }

    public Optional<Rehearsal> latest(long season) {
        return jdbc.sql("SELECT * FROM settlement_rehearsal WHERE season_id = ? ORDER BY id DESC LIMIT 1")
                .param(season)
                .query((row, number) -> rehearsal(row))
                .optional();
    }

    /** Deletes the reports that name the learner. */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("""
                        DELETE FROM settlement_rehearsal
                         WHERE state <> 'RUNNING' AND report REGEXP ?
                        """)
                .param("learner(\":\"|=)" + deleted.learner() + "([^0-9]|$)")
                .update();
    }

    List<Running> running() {
        return jdbc.sql("SELECT id, season_id FROM settlement_rehearsal WHERE state = 'RUNNING'")
                .query((row, number) -> new Running(row.getLong("id"), row.getLong("season_id")))
                .list();
    }

    private Rehearsal rehearsal(ResultSet row) throws SQLException {
        return new Rehearsal(
                row.getLong("id"),
                RunState.valueOf(row.getString("state")),
                row.getString("instance"),
                Utc.instant(row, "started_at"),
                Utc.nullableInstant(row, "finished_at"),
                json.readValue(row.getString("report"), Report.class),
                row.getString("failure"));
    }
}
