package io.streakboard.imports;

import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code import_error}: lines that are no activities, with what is wrong with them. */
@Component
class ImportErrors {

    record LineError(long line, String message) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    ImportErrors(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    void append(long run, List<LineError> errors) {
        batches.batchUpdate(
                "INSERT INTO import_error (import_run_id, line, message) VALUES (?, ?, ?)",
                errors.stream()
                        .map(error -> new Object[] {run, error.line(), error.message()})
                        .toList());
    }

    /** Forgets up to so many of the runs that ended before an instant; returns how many. */
    int forget(Instant before, int most) {
        return jdbc.sql("""
                        DELETE FROM import_error
                         WHERE import_run_id IN (SELECT id FROM import_run WHERE finished_at < ?) LIMIT ?
                        """).params(Utc.column(before), most).update();
    }

    List<LineError> of(long run) {
        return jdbc.sql("SELECT line, message FROM import_error WHERE import_run_id = ? ORDER BY line")
                .param(run)
                .query((row, number) -> new LineError(row.getLong("line"), row.getString("message")))
                .list();
    }
}
