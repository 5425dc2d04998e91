package io.streakboard.imports;

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

    List<LineError> of(long run) {
        return jdbc.sql("SELECT line, message FROM import_error WHERE import_run_id = ? ORDER BY line")
                .param(run)
                .query((row, number) -> new LineError(row.getLong("line"), row.getString("message")))
                .list();
    }
}
