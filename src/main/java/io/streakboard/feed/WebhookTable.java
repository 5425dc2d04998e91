package io.streakboard.feed;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Text;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The tables {@code webhook}, how far each webhook is, and {@code webhook_parked}, what could not be delivered to it.
 * Each change names the position that it knows: an instance that was paused and has lost its lock changes nothing.
 */
@Component
class WebhookTable {

    private static final int LONGEST_ERROR = 500;

    /**
     * @param callEnd the end of the call that failed, so that the next try sends the same; null if none failed
     * @param failingSince when the first call failed since one was delivered
     * @param stopped the receiver wants no more calls
     */
    record WebhookProgress(
            long position,
            @Nullable Long callEnd,
            int attempts,
            @Nullable Instant failingSince,
            @Nullable Instant nextAttemptAt,
            @Nullable String lastError,
            boolean stopped) {}

    /** @param from the last position that is not part of it */
    record ParkedEvents(long id, long from, long to, String reason, Instant parkedAt, boolean replay) {}

    private final JdbcClient jdbc;
    private final BusinessTime time;

    WebhookTable(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    Optional<WebhookProgress> of(String name) {
        return jdbc.sql("SELECT * FROM webhook WHERE name = ?")
                .param(name)
                .query((row, number) -> new WebhookProgress(
                        row.getLong("position"),
                        row.getObject("call_end", Long.class),
                        row.getInt("attempts"),
                        instant(row, "failing_since"),
                        instant(row, "next_attempt_at"),
                        row.getString("last_error"),
                        row.getBoolean("stopped")))
                .optional();
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var at = row.getObject(column, LocalDateTime.class);
        return at == null ? null : Utc.instant(at);
    }

    /** Begins a webhook that was not known before. */
    WebhookProgress begin(String name, long position) {
        jdbc.sql("INSERT INTO webhook (name, position) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name")
                .params(name, position)
                .update();
        return of(name).orElseThrow();
    }

    void delivered(String name, long from, long to) {
        jdbc.sql("""
                        UPDATE webhook SET position = ?, call_end = NULL, attempts = 0, failing_since = NULL,
                               next_attempt_at = NULL WHERE name = ? AND position = ?
                        """).params(to, name, from).update();
    }

    /** Passes events of other types, or events that were parked: that says nothing of the receiver. */
    boolean pass(String name, long from, long to) {
        return jdbc.sql("""
                        UPDATE webhook SET position = ?, call_end = NULL, attempts = 0, next_attempt_at = NULL
                         WHERE name = ? AND position = ?
                        """).params(to, name, from).update() == 1;
    }

    void failed(String name, WebhookProgress known, long callEnd, Instant nextAttemptAt, String error) {
        jdbc.sql("""
                        UPDATE webhook SET call_end = :end, attempts = :attempts, next_attempt_at = :next,
                               failing_since = COALESCE(failing_since, :now), last_error = :error
                         WHERE name = :name AND position = :position
                        """)
                .param("end", callEnd)
                .param("attempts", known.attempts() + 1)
                .param("next", Utc.column(nextAttemptAt))
                .param("now", Utc.column(time.now()))
                .param("error", shortened(error))
                .param("name", name)
                .param("position", known.position())
                .update();
    }

    void stop(String name, String error) {
        jdbc.sql("UPDATE webhook SET stopped = TRUE, last_error = ? WHERE name = ?")
                .params(shortened(error), name)
                .update();
    }

    /** Has the next try made at once, also of a webhook that was stopped. */
    void resume(String name) {
        jdbc.sql("UPDATE webhook SET stopped = FALSE, next_attempt_at = NULL WHERE name = ?")
                .param(name)
                .update();
    }

    void recover(String name) {
        jdbc.sql("UPDATE webhook SET failing_since = NULL WHERE name = ?")
                .param(name)
                .update();
    }

    void park(String name, long from, long to, String reason) {
        jdbc.sql("""
                        INSERT INTO webhook_parked (name, from_position, to_position, reason, parked_at)
                        VALUES (?, ?, ?, ?, ?)
                        """)
                .params(name, from, to, shortened(reason), Utc.column(time.now()))
                .update();
    }

    private static String shortened(String text) {
        return Text.cut(text, LONGEST_ERROR);
    }

    /** Oldest first. */
    List<ParkedEvents> parked(String name, int most) {
        return jdbc.sql("SELECT * FROM webhook_parked WHERE name = ? ORDER BY id LIMIT ?")
                .params(name, most)
                .query(WebhookTable::parked)
                .list();
    }

    Optional<ParkedEvents> toReplay(String name) {
        return jdbc.sql("SELECT * FROM webhook_parked WHERE name = ? AND replay ORDER BY id LIMIT 1")
                .param(name)
                .query(WebhookTable::parked)
                .optional();
    }

    private static ParkedEvents parked(ResultSet row, int number) throws SQLException {
        return new ParkedEvents(
                row.getLong("id"),
                row.getLong("from_position"),
                row.getLong("to_position"),
                row.getString("reason"),
                Utc.instant(row.getObject("parked_at", LocalDateTime.class)),
                row.getBoolean("replay"));
    }

    /** @param id null: all that is parked */
    int replay(String name, @Nullable Long id) {
        return jdbc.sql("UPDATE webhook_parked SET replay = TRUE WHERE name = :name AND (:id IS NULL OR id = :id)")
                .param("name", name)
                .param("id", id)
                .update();
    }

    int discard(String name, long id) {
        return jdbc.sql("DELETE FROM webhook_parked WHERE name = ? AND id = ?")
                .params(name, id)
                .update();
    }

    void replayed(ParkedEvents parked, long to) {
        jdbc.sql("UPDATE webhook_parked SET from_position = ? WHERE id = ?")
                .params(to, parked.id())
                .update();
        jdbc.sql("DELETE FROM webhook_parked WHERE id = ? AND from_position >= to_position")
                .param(parked.id())
                .update();
    }

    void replayFailed(ParkedEvents parked, String reason) {
        jdbc.sql("UPDATE webhook_parked SET replay = FALSE, reason = ? WHERE id = ?")
                .params(shortened(reason), parked.id())
                .update();
    }
}
