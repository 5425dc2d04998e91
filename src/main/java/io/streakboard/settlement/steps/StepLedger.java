package io.streakboard.settlement.steps;

import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepRow.StepStatus;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Text;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table {@code settlement_step}. Beginning a step takes the next epoch, and only the holder of the latest epoch can
 * finish the step, so a paused instance that wakes up late changes nothing.
 */
@Component
public class StepLedger {

    private static final int LONGEST_DETAIL = 500;

    private final JdbcClient jdbc;
    private final BusinessTime time;

    StepLedger(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    /** The steps of a season that have begun, in their order. */
    public List<StepRow> steps(long season) {
        return jdbc
                .sql("SELECT * FROM settlement_step WHERE season_id = ?")
                .param(season)
                .query((row, number) -> row(row))
                .list()
                .stream()
                .sorted(Comparator.comparing(StepRow::step))
                .toList();
    }

    /** When a {@code DONE} step ended. */
    Instant finishedAt(long season, Step step) {
        return steps(season).stream()
                .filter(row -> row.step() == step)
                .findFirst()
                .map(StepRow::finishedAt)
                .orElseThrow();
    }

    /** Seasons whose last step is not done. */
    public List<Long> unfinished() {
        return jdbc.sql("""
                        SELECT DISTINCT season_id FROM settlement_step s WHERE NOT EXISTS (
                            SELECT 1 FROM settlement_step c
                             WHERE c.season_id = s.season_id AND c.step = 'CLEAR' AND c.state = 'DONE')
                        """).query((row, number) -> row.getLong(1)).list();
    }

    /** Begins a try of a step; empty if the step is done or its proof failed. */
    @Transactional
    public Optional<StepRow> begin(long season, Step step) {
        jdbc.sql("""
                        INSERT INTO settlement_step (season_id, step, state, epoch, waived, started_at)
                        VALUES (?, ?, 'OPEN', 1, FALSE, ?)
                        ON DUPLICATE KEY UPDATE epoch = IF(state = 'OPEN', epoch + 1, epoch),
                            started_at = COALESCE(started_at, VALUES(started_at))
                        """).params(season, step.name(), Utc.column(time.now())).update();
        return steps(season).stream()
                .filter(row -> row.step() == step && row.state() == StepStatus.OPEN)
                .findFirst();
    }

    /** Whether this try is still the latest; if so, no other try begins until the caller's transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean hold(long season, StepRow attempt) {
        return jdbc.sql("""
                        SELECT 1 FROM settlement_step
                         WHERE season_id = ? AND step = ? AND epoch = ? AND state = 'OPEN' FOR UPDATE
                        """)
                .params(season, attempt.step().name(), attempt.epoch())
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    /** Marks a step as done if this try is the latest, and returns whether it is. A repeated call changes nothing. */
    public boolean finish(long season, StepRow attempt, Done done) {
        var counted = done.counted();
        var remark = done.remark();
        return jdbc.sql("""
                                UPDATE settlement_step
                                   SET state = 'DONE', finished_at = COALESCE(finished_at, :now), learners = :learners,
                                       points = :points, detail = :remark
                                 WHERE season_id = :season AND step = :step AND epoch = :epoch AND state <> 'MISMATCH'
                                """)
                        .param("now", Utc.column(time.now()))
                        .param("learners", counted == null ? null : counted.learners())
                        .param("points", counted == null ? null : counted.points())
                        .param("remark", remark == null ? null : Text.cut(remark, LONGEST_DETAIL))
                        .param("season", season)
                        .param("step", attempt.step().name())
                        .param("epoch", attempt.epoch())
                        .update()
                == 1;
    }

    /** Records why a step waits or failed; it stays open. */
    public void note(long season, StepRow attempt, String detail) {
        update(season, attempt, StepStatus.OPEN, detail);
    }

    public void mismatch(long season, StepRow attempt, String detail) {
        update(season, attempt, StepStatus.MISMATCH, detail);
    }

    private void update(long season, StepRow attempt, StepStatus state, String detail) {
        jdbc.sql("""
                        UPDATE settlement_step SET state = ?, detail = ?
                         WHERE season_id = ? AND step = ? AND epoch = ? AND state = 'OPEN'
                        """)
                .params(
                        state.name(),
                        Text.cut(detail, LONGEST_DETAIL),
                        season,
                        attempt.step().name(),
                        attempt.epoch())
                .update();
    }

    /** Waives grace and quiet period of a season's seal, which may begin now. */
    public void waive(long season) {
        jdbc.sql("""
                        INSERT INTO settlement_step (season_id, step, state, epoch, waived, started_at)
                        VALUES (?, 'SEAL', 'OPEN', 1, TRUE, ?)
                        ON DUPLICATE KEY UPDATE
                            waived = TRUE, started_at = IF(state = 'DONE', started_at, VALUES(started_at))
                        """).params(season, Utc.column(time.now())).update();
    }

    /**
     * Reopens steps unless the season is settled, and returns whether it did. Waits for a try that is just settling the
     * season.
     */
    @Transactional
    public boolean reopen(long season, Set<Step> again) {
        jdbc.sql("SELECT step FROM settlement_step WHERE season_id = ? FOR UPDATE")
                .param(season)
                .query((row, number) -> row.getString(1))
                .list();
        return jdbc.sql("""
                                UPDATE settlement_step
                                   SET state = 'OPEN', epoch = epoch + 1, started_at = NULL, finished_at = NULL,
                                       learners = NULL, points = NULL, detail = NULL
                                 WHERE season_id = :season AND step IN (:steps)
                                   AND NOT EXISTS (SELECT 1 FROM season WHERE id = :season AND state = 'SETTLED')
                                """)
                        .param("season", season)
                        .param("steps", again.stream().map(Step::name).toList())
                        .update()
                > 0;
    }

    /** Seasons whose proof has failed. */
    public List<Long> mismatches() {
        return jdbc.sql("SELECT season_id FROM settlement_step WHERE state = 'MISMATCH' ORDER BY season_id")
                .query((row, number) -> row.getLong(1))
                .list();
    }

    private static StepRow row(ResultSet row) throws SQLException {
        return new StepRow(
                Step.valueOf(row.getString("step")),
                StepStatus.valueOf(row.getString("state")),
                row.getInt("epoch"),
                row.getBoolean("waived"),
                Utc.nullableInstant(row, "started_at"),
                Utc.nullableInstant(row, "finished_at"),
                row.getObject("learners", Long.class),
                row.getObject("points", Long.class),
                row.getString("detail"));
    }
}
