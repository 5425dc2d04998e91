package io.streakboard.points;

import io.streakboard.points.LedgerTable.Row;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The table {@code points_late}: what arrived after the seal of its season and where it went. It also knows such an
 * activity again when the season that took it is over as well.
 */
@Component
class LateTable {

    static final String NAME = "points_late";

    private final JdbcTemplate jdbc;

    LateTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    void append(long season, List<Row> rows, Instant recordedAt) {
        jdbc.batchUpdate(
                """
                INSERT INTO points_late
                    (user_id, type, source_id, home_season, season, day, points, occurred_at, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                rows.stream()
                        .map(row -> new Object[] {
                            row.posting().learner(),
                            row.posting().type(),
                            row.posting().sourceId(),
                            row.posting().season(),
                            season,
                            row.posting().day(),
                            row.result().points(),
                            Utc.column(row.posting().occurredAt()),
                            Utc.column(recordedAt)
                        })
                        .toList());
    }
}
