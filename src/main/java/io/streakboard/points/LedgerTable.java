package io.streakboard.points;

import io.streakboard.points.Posting.DayOfType;
import io.streakboard.points.Posting.Key;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ledger of each season, tables {@code points_record_<season>}. Look-ups of many keys pass them as one JSON
 * parameter: the statement is the same for any number, and both MySQL and MariaDB look each up by the index.
 */
@Component
class LedgerTable {

    private final JdbcTemplate jdbc;
    private final JsonMapper json;

    LedgerTable(JdbcTemplate jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    static String name(long season) {
        return "points_record_" + season;
    }

    /** Those of the keys that are in the season's ledger. */
    Set<Key> known(long season, Collection<Key> keys) {
        return known(name(season), keys);
    }

    Set<Key> known(String table, Collection<Key> keys) {
        var known = new HashSet<Key>();
        jdbc.query(
                """
                SELECT STRAIGHT_JOIN r.home_season, r.user_id, r.type, r.source_id
                  FROM JSON_TABLE(?, '$[*]' COLUMNS (
                           home_season BIGINT       PATH '$.season',
                           user_id     BIGINT       PATH '$.learner',
                           type        VARCHAR(32)  PATH '$.type',
                           source_id   VARCHAR(100) PATH '$.sourceId')) k
                  JOIN %s r ON r.user_id = k.user_id AND r.type = k.type AND r.source_id = k.source_id
                           AND r.home_season = k.home_season
                """.formatted(table),
                row -> {
                    known.add(new Key(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4)));
                },
                json.writeValueAsString(keys));
        return known;
    }

    /** The points that the ledger holds for each of the days and types, those without any left out. */
    Map<DayOfType, Long> used(long season, Collection<DayOfType> days) {
        return used(name(season), days);
    }

    Map<DayOfType, Long> used(String table, Collection<DayOfType> days) {
        var used = new HashMap<DayOfType, Long>();
        if (!days.isEmpty()) {
            jdbc.query(
                    """
                    SELECT STRAIGHT_JOIN r.user_id, r.day, r.type, SUM(r.points)
                      FROM JSON_TABLE(?, '$[*]' COLUMNS (
                               user_id BIGINT      PATH '$.learner',
                               day     DATE        PATH '$.day',
                               type    VARCHAR(32) PATH '$.type')) k
                      JOIN %s r FORCE INDEX (by_day) ON r.user_id = k.user_id AND r.day = k.day AND r.type = k.type
                     GROUP BY r.user_id, r.day, r.type
                    """.formatted(table),
                    row -> {
                        used.put(
                                new DayOfType(row.getLong(1), row.getObject(2, LocalDate.class), row.getString(3)),
                                row.getLong(4));
                    },
                    json.writeValueAsString(days));
        }
        return used;
    }

    /** Those of some learners who have points in the season's ledger of any type but one. */
    Set<Long> earners(long season, Collection<Long> learners, String otherThan) {
        return Set.copyOf(jdbc.query(
                """
                SELECT k.user_id
                  FROM JSON_TABLE(?, '$[*]' COLUMNS (user_id BIGINT PATH '$')) k
                 WHERE EXISTS (SELECT 1 FROM %s r WHERE r.user_id = k.user_id AND r.type <> ? AND r.points > 0)
                """.formatted(name(season)),
                (row, number) -> row.getLong(1),
                json.writeValueAsString(learners),
                otherThan));
    }

    /** A row of the ledger: a posting and what became of it. */
    record Row(Posting posting, ActivityResult result) {}

    void append(long season, List<Row> rows, Instant recordedAt) {
        var recorded = Utc.column(recordedAt);
        jdbc.batchUpdate("""
                INSERT INTO %s
                    (user_id, type, source_id, home_season, day, points, outcome, reason, occurred_at, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """.formatted(name(season)), rows, rows.size(), (statement, row) -> {
            statement.setLong(1, row.posting().learner());
            statement.setString(2, row.posting().type());
            statement.setString(3, row.posting().sourceId());
            statement.setLong(4, row.posting().season());
            statement.setObject(5, row.posting().day());
            statement.setInt(6, row.result().points());
            statement.setString(7, row.result().outcome().name());
            statement.setString(8, row.result().detail());
            statement.setObject(9, Utc.column(row.posting().occurredAt()));
            statement.setObject(10, recorded);
        });
    }
}
