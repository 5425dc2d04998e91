package io.streakboard.points;

import io.streakboard.points.LedgerTable.Row;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table {@code points_late}: what arrived after the seal of its season and where it went. It also knows such an
 * activity again when the season that took it is over as well.
 */
@Component
class LateTable {

    static final String NAME = "points_late";

    /** @param season that took it */
    record Late(
            long learner,
            String type,
            String sourceId,
            long season,
            int points,
            Instant occurredAt,
            Instant recordedAt) {}

    private final JdbcTemplate jdbc;
    private final JdbcClient client;

    LateTable(JdbcTemplate jdbc, JdbcClient client) {
        this.jdbc = jdbc;
        this.client = client;
    }

    /** How many activities came too late for their season. */
    long count(long homeSeason) {
        return client.sql("SELECT COUNT(*) FROM points_late WHERE home_season = ?")
                .param(homeSeason)
                .query((row, number) -> row.getLong(1))
                .single();
    }

    /** Activities that came too late for their season, in the order of the rest of the key: {@code by_home_season} ends with it. */
    List<Late> page(long homeSeason, LateEndpoint.Cursor after, int limit) {
        return client.sql("""
                        SELECT * FROM points_late
                         WHERE home_season = :season AND user_id >= :learner
                           AND (user_id, type, source_id) > (:learner, :type, :sourceId)
                         ORDER BY user_id, type, source_id LIMIT :limit
                        """)
                .param("season", homeSeason)
                .param("learner", after.learner())
                .param("type", after.type())
                .param("sourceId", after.sourceId())
                .param("limit", limit)
                .query((row, number) -> new Late(
                        row.getLong("user_id"),
                        row.getString("type"),
                        row.getString("source_id"),
                        row.getLong("season"),
                        row.getInt("points"),
                        Utc.instant(row.getObject("occurred_at", LocalDateTime.class)),
                        Utc.instant(row.getObject("recorded_at", LocalDateTime.class))))
                .list();
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
