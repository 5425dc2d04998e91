package io.streakboard.badges;

import io.streakboard.runs.LongJob;
import io.streakboard.runs.RunEnded;
import io.streakboard.runs.RunState;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.LearnerKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** The table {@code badge_run}: the last run over all learners, and its progress. */
@Component
class RunTable implements LongJob<RunTable.RunForBadges> {

    /**
     * @param wanted what the run covers: the version of the rulebook, the settled seasons and the last week of leagues
     * @param learnerReached all learners up to this id are done
     * @param learners number of these
     * @param given how many badges the run has given
     */
    record RunForBadges(
            long id,
            String wanted,
            RunState state,
            @LearnerKey long learnerReached,
            long learners,
            long given,
            Instant startedAt,
            Instant updatedAt,
            @Nullable Instant finishedAt,
            @Nullable String failure) {

        /** The version of the rulebook that it covers; 0 if an earlier program made the run. */
        long version() {
            var number = VERSION.matcher(wanted);
            return number.matches() ? Long.parseLong(number.group(1)) : 0;
        }

        /** The occasions besides the rules that it covers. */
        String occasions() {
            var number = VERSION.matcher(wanted);
            return number.matches() ? Objects.requireNonNullElse(number.group(2), "") : wanted;
        }

        private boolean isPartOf(String other) {
            return state == RunState.FAILED && wanted.equals(other);
        }
    }

    private static final Pattern VERSION = Pattern.compile("([0-9]{1,18})(/.*)?");

    private final JdbcClient jdbc;
    private final BusinessTime time;

    RunTable(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    @Override
    public String name() {
        return "give-badges";
    }

    /**
     * Begins a run, with the first learner or where the last run for the same rules was stopped. Deletes the row of
     * that run, so a thread of it that still runs can no longer write.
     */
    RunForBadges begin(String wanted) {
        var earlier = last().filter(run -> run.isPartOf(wanted)).orElse(null);
        var now = Utc.column(time.now());
        var id = new GeneratedKeyHolder();
        jdbc.sql("""
                        INSERT INTO badge_run (wanted, state, learner_reached, learners, given, started_at, updated_at)
                        VALUES (?, 'RUNNING', ?, ?, ?, ?, ?)
                        """)
                .params(
                        wanted,
                        earlier == null ? 0 : earlier.learnerReached(),
                        earlier == null ? 0 : earlier.learners(),
                        earlier == null ? 0 : earlier.given(),
                        earlier == null ? now : Utc.column(earlier.startedAt()),
                        now)
                .update(id, "id");
        long begun = Objects.requireNonNull(id.getKey()).longValue();
        jdbc.sql("DELETE FROM badge_run WHERE id < ?").param(begun).update();
        return last().orElseThrow();
    }

    /** @throws RunEnded if the run is no longer {@code RUNNING} */
    void progress(long id, long learnerReached, int learners, int given) {
        int updated = jdbc.sql("""
                        UPDATE badge_run
                           SET learner_reached = ?, learners = learners + ?, given = given + ?, updated_at = ?
                         WHERE id = ? AND state = 'RUNNING'
                        """)
                .params(learnerReached, learners, given, Utc.column(time.now()), id)
                .update();
        if (updated == 0) {
            throw RunEnded.elsewhere();
        }
    }

    /** Notes that an ended run covers more: what is wanted since asks for no other badges. */
    void covers(RunForBadges run, String wanted) {
        jdbc.sql("UPDATE badge_run SET wanted = ? WHERE id = ? AND state <> 'RUNNING'")
                .params(wanted, run.id())
                .update();
    }

    @Override
    public void end(RunForBadges run, RunState state, @Nullable String failure) {
        var now = Utc.column(time.now());
        jdbc.sql("""
                        UPDATE badge_run SET state = ?, updated_at = ?, finished_at = ?, failure = ?
                         WHERE id = ? AND state = 'RUNNING'
                        """)
                .param(state.name())
                .param(now)
                .param(now)
                .param(failure)
                .param(run.id())
                .update();
    }

    @Override
    public List<RunForBadges> unfinished() {
        return jdbc.sql("SELECT * FROM badge_run WHERE state = 'RUNNING'")
                .query((row, number) -> run(row))
                .list();
    }

    Optional<RunForBadges> last() {
        return jdbc.sql("SELECT * FROM badge_run ORDER BY id DESC LIMIT 1")
                .query((row, number) -> run(row))
                .optional();
    }

    private static RunForBadges run(ResultSet row) throws SQLException {
        return new RunForBadges(
                row.getLong("id"),
                row.getString("wanted"),
                RunState.valueOf(row.getString("state")),
                row.getLong("learner_reached"),
                row.getLong("learners"),
                row.getLong("given"),
                Utc.instant(row, "started_at"),
                Utc.instant(row, "updated_at"),
                Utc.nullableInstant(row, "finished_at"),
                row.getString("failure"));
    }
}
