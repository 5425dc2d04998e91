package io.streakboard.points.ledger;

import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks up many keys at once in a table with the key and the index of a ledger. The keys are one JSON parameter, so the
 * statement is the same for any number of keys, and both MySQL and MariaDB look up each key by the index.
 */
@Component
class EntryLookup {

    private static final String KEY = "r.home_season, r.user_id, r.type, r.source_id";

    private static final String AMONG_KEYS = """
            FROM JSON_TABLE(?, '$[*]' COLUMNS (
                     home_season BIGINT       PATH '$.season',
                     user_id     BIGINT       PATH '$.learner',
                     type        VARCHAR(32)  PATH '$.type',
                     source_id   VARCHAR(100) PATH '$.sourceId')) k
            JOIN %s r ON r.user_id = k.user_id AND r.type = k.type AND r.source_id = k.source_id
                     AND r.home_season = k.home_season
            """;

    private final JdbcClient jdbc;
    private final JsonMapper json;

    EntryLookup(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** The keys found in the table. */
    Set<PostingKey> known(String table, Collection<PostingKey> keys) {
        return jdbc.sql("SELECT STRAIGHT_JOIN " + KEY + " " + AMONG_KEYS.formatted(table))
                .param(json.writeValueAsString(keys))
                .query((row, number) -> key(row))
                .set();
    }

    /** An entry found in the table. */
    record RecordedOutcome(String outcome, Instant occurredAt) {}

    /**
     * The entries of keys that were recorded since an instant.
     *
     * @param outcome the column or constant with their outcome
     */
    Map<PostingKey, RecordedOutcome> recordedSince(
            String table, String outcome, Collection<PostingKey> keys, Instant since) {
        var found = new HashMap<PostingKey, RecordedOutcome>();
        jdbc.sql("SELECT STRAIGHT_JOIN " + KEY + ", r.occurred_at, " + outcome + " AS outcome "
                        + AMONG_KEYS.formatted(table) + " WHERE r.recorded_at >= ?")
                .params(json.writeValueAsString(keys), Utc.column(since))
                .query(row -> {
                    found.put(key(row), new RecordedOutcome(row.getString("outcome"), Utc.instant(row, "occurred_at")));
                });
        return found;
    }

    private static PostingKey key(ResultSet row) throws SQLException {
        return new PostingKey(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4));
    }

    /** The points that the table holds for each day and type. A day without a row is left out. */
    Map<DayOfType, Long> used(String table, Collection<DayOfType> days) {
        var used = new HashMap<DayOfType, Long>();
        if (!days.isEmpty()) {
            jdbc.sql("""
                            SELECT STRAIGHT_JOIN r.user_id, r.day, r.type, SUM(r.points)
                              FROM JSON_TABLE(?, '$[*]' COLUMNS (
                                       user_id BIGINT      PATH '$.learner',
                                       day     DATE        PATH '$.day',
                                       type    VARCHAR(32) PATH '$.type')) k
                              JOIN %s r FORCE INDEX (by_day)
                                ON r.user_id = k.user_id AND r.day = k.day AND r.type = k.type
                             GROUP BY r.user_id, r.day, r.type
                            """.formatted(table)).param(json.writeValueAsString(days)).query(row -> {
                var day = new DayOfType(row.getLong(1), row.getObject(2, LocalDate.class), row.getString(3));
                used.put(day, row.getLong(4));
            });
        }
        return used;
    }
}
