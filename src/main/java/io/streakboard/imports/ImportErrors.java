package io.streakboard.imports;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Expiring;
import io.streakboard.time.Utc;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code import_error}: invalid lines, each with its error. */
@Component
class ImportErrors implements Expiring {

    record LineError(long line, Violation violation) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final JsonMapper json;
    private final ImportProperties properties;
    private final BusinessTime time;

    ImportErrors(
            JdbcClient jdbc, JdbcTemplate batches, JsonMapper json, ImportProperties properties, BusinessTime time) {
        this.json = json;
        this.jdbc = jdbc;
        this.batches = batches;
        this.properties = properties;
        this.time = time;
    }

    void append(long run, List<LineError> errors) {
        batches.batchUpdate(
                "INSERT INTO import_error (import_run_id, line, mistake) VALUES (?, ?, ?)",
                errors.stream()
                        .map(error -> new Object[] {run, error.line(), json.writeValueAsString(error.violation())})
                        .toList());
    }

    /** Errors are kept for a time after the end of their import. They may quote what learners wrote. */
    @Override
    public int expire(int most) {
        return jdbc.sql("""
                        DELETE FROM import_error
                         WHERE import_run_id IN (SELECT id FROM import_run WHERE finished_at < ?) LIMIT ?
                        """)
                .params(Utc.column(time.now().minus(properties.errorRetention())), most)
                .update();
    }

    List<LineError> of(long run) {
        return jdbc.sql("SELECT line, mistake FROM import_error WHERE import_run_id = ? ORDER BY line")
                .param(run)
                .query((row, number) -> new LineError(row.getLong("line"), violation(row.getString("mistake"))))
                .list();
    }

    /** Version 0.1.0 kept the code, without words. */
    private Violation violation(String stored) {
        return stored.startsWith("[") ? ViolationCode.read(stored).getFirst() : json.readValue(stored, Violation.class);
    }
}
