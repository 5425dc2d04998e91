package io.streakboard.season;

import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table {@code season_hold}. Both placing a hold and sealing a season lock the season's row first. A lapsed hold
 * has no effect; its row is deleted when the season is sealed.
 */
@Component
class HoldTable {

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    HoldTable(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    void place(Collection<Long> seasons, Hold hold) {
        var until = Utc.nullableColumn(hold.until());
        var now = Utc.column(hold.renewedAt());
        batches.batchUpdate(
                """
                INSERT INTO season_hold (season_id, owner, reason, held_until, created_at, renewed_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE reason = VALUES(reason), held_until = VALUES(held_until),
                    renewed_at = VALUES(renewed_at)
                """,
                seasons.stream()
                        .map(season -> new Object[] {season, hold.owner(), hold.reason(), until, now, now})
                        .toList());
    }

    void renew(String owner, @Nullable Instant until, Instant now) {
        jdbc.sql("UPDATE season_hold SET held_until = ?, renewed_at = ? WHERE owner = ?")
                .param(Utc.nullableColumn(until))
                .param(Utc.column(now))
                .param(owner)
                .update();
    }

    void release(String owner) {
        jdbc.sql("DELETE FROM season_hold WHERE owner = ?").param(owner).update();
    }

    void release(long season, String owner) {
        jdbc.sql("DELETE FROM season_hold WHERE season_id = ? AND owner = ?")
                .params(season, owner)
                .update();
    }

    void release(long season) {
        jdbc.sql("DELETE FROM season_hold WHERE season_id = ?").param(season).update();
    }

    /** Deletes lapsed holds. Waits for a concurrent renewal, so the hold is either renewed or deleted. */
    void forgetLapsed(long season, Instant now) {
        jdbc.sql("DELETE FROM season_hold WHERE season_id = ? AND held_until <= ?")
                .params(season, Utc.column(now))
                .update();
    }

    List<Hold> of(long season, Instant now) {
        return jdbc.sql("""
                        SELECT owner, reason, held_until, renewed_at FROM season_hold
                         WHERE season_id = ? AND (held_until IS NULL OR held_until > ?) ORDER BY created_at, owner
                        """)
                .params(season, Utc.column(now))
                .query((row, number) -> hold(row))
                .list();
    }

    Set<Long> seasons(Instant now) {
        return seasons("held_until IS NULL OR held_until > ?", Utc.column(now));
    }

    Set<Long> seasonsOf(String owner) {
        return seasons("owner = ?", owner);
    }

    private Set<Long> seasons(String condition, Object value) {
        return new HashSet<>(jdbc.sql("SELECT season_id FROM season_hold WHERE " + condition)
                .param(value)
                .query(Long.class)
                .list());
    }

    private static Hold hold(ResultSet row) throws SQLException {
        return new Hold(
                row.getString("owner"),
                row.getString("reason"),
                Utc.nullableInstant(row, "held_until"),
                Utc.instant(row, "renewed_at"));
    }
}
