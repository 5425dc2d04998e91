package io.streakboard.imports;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Expiring;
import io.streakboard.time.Utc;
import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code import_error}: invalid lines, each with its error. */
@Component
class ImportErrors implements Expiring {

    record LineError(long line, Mistake mistake) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final ImportProperties properties;
    private final BusinessTime time;

    ImportErrors(JdbcClient jdbc, JdbcTemplate batches, ImportProperties properties, BusinessTime time) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.properties = properties;
        this.time = time;
    }

    void append(long run, List<LineError> errors) {
        batches.batchUpdate(
                "INSERT INTO import_error (import_run_id, line, mistake) VALUES (?, ?, ?)",
                errors.stream()
                        .map(error -> new Object[] {run, error.line(), Mistake.stored(List.of(error.mistake()))})
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
                .query((row, number) -> new LineError(
                        row.getLong("line"), Code.read(row.getString("mistake")).getFirst()))
                .list();
    }
}
