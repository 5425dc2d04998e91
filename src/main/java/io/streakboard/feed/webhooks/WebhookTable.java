package io.streakboard.feed.webhooks;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Text;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table {@code webhook}: the pending deliveries of each webhook. Each change names the position that it knows
 * (optimistic locking): a paused instance that has lost its lock changes nothing.
 */
@Component
class WebhookTable {

    private static final int LONGEST_ERROR = 500;

    /**
     * Events behind a position.
     *
     * @param id 0: all future events; else the last position of a call that was begun
     * @param tries how often the call has failed, the first time at {@code failedAt}
     * @param nextTryAt null: only after a replay by an admin
     */
    record WebhookDelivery(
            String webhook,
            long id,
            long position,
            int tries,
            @Nullable Instant failedAt,
            @Nullable Instant nextTryAt,
            @Nullable String error) {

        boolean ends() {
            return id > 0;
        }
    }

    private final JdbcClient jdbc;
    private final BusinessTime time;

    WebhookTable(JdbcClient jdbc, BusinessTime time) {
        this.jdbc = jdbc;
        this.time = time;
    }

    /** The delivery of future events first, then begun calls, oldest first. */
    List<WebhookDelivery> of(String webhook, int most) {
        return jdbc.sql("SELECT * FROM webhook WHERE name = ? ORDER BY id LIMIT ?")
                .params(webhook, most)
                .query(WebhookTable::delivery)
                .list();
    }

    /** The due delivery: begun calls go first. */
    Optional<WebhookDelivery> next(String webhook) {
        return jdbc.sql("""
                        SELECT * FROM webhook WHERE name = ? AND next_try_at IS NOT NULL ORDER BY id = 0, id LIMIT 1
                        """).param(webhook).query(WebhookTable::delivery).optional();
    }

    int parked(String webhook) {
        return jdbc.sql("SELECT COUNT(*) FROM webhook WHERE name = ? AND next_try_at IS NULL")
                .param(webhook)
                .query(Integer.class)
                .single();
    }

    private static WebhookDelivery delivery(ResultSet row, int number) throws SQLException {
        return new WebhookDelivery(
                row.getString("name"),
                row.getLong("id"),
                row.getLong("position"),
                row.getInt("tries"),
                Utc.nullableInstant(row, "failed_at"),
                Utc.nullableInstant(row, "next_try_at"),
                row.getString("error"));
    }

    /** Begins a webhook; a known one stays as it is. */
    void begin(String webhook, long position) {
        jdbc.sql("""
                        INSERT INTO webhook (name, id, position, next_try_at) VALUES (?, 0, ?, ?)
                        ON DUPLICATE KEY UPDATE name = name
                        """).params(webhook, position, Utc.column(time.now())).update();
    }

    /** @return false if another instance was faster */
    boolean delivered(WebhookDelivery delivery, long to) {
        var change = delivery.id() == to ? "DELETE FROM webhook" : "UPDATE webhook SET position = " + to;
        return jdbc.sql(change + " WHERE name = ? AND id = ? AND position = ?")
                        .params(delivery.webhook(), delivery.id(), delivery.position())
                        .update()
                == 1;
    }

    /**
     * Stores a call before it is made, and moves on behind it: after a crash the same call is repeated.
     *
     * @param delivery of all future events
     * @param end the last position of the call
     * @return empty if another instance was faster
     */
    @Transactional
    Optional<WebhookDelivery> begun(WebhookDelivery delivery, long end) {
        if (!delivered(delivery, end)) {
            return Optional.empty();
        }
        var now = time.now();
        var call = new WebhookDelivery(delivery.webhook(), end, delivery.position(), 0, null, now, null);
        jdbc.sql("INSERT INTO webhook (name, id, position, next_try_at) VALUES (?, ?, ?, ?)")
                .params(call.webhook(), call.id(), call.position(), Utc.column(now))
                .update();
        return Optional.of(call);
    }

    /**
     * Schedules a failed call again. Changes nothing if it was delivered, tried or discarded meanwhile.
     *
     * @param nextTryAt null: only after a replay by an admin
     */
    void failed(WebhookDelivery call, @Nullable Instant nextTryAt, String error) {
        jdbc.sql("""
                        UPDATE webhook
                           SET tries = tries + 1, failed_at = COALESCE(failed_at, :now), next_try_at = :next, error = :error
                         WHERE name = :name AND id = :id AND tries = :tries
                        """)
                .param("now", Utc.column(time.now()))
                .param("next", Utc.nullableColumn(nextTryAt))
                .param("error", Text.cut(error, LONGEST_ERROR))
                .param("name", call.webhook())
                .param("id", call.id())
                .param("tries", call.tries())
                .update();
    }

    /** Delivers nothing more until a replay by an admin. */
    void stop(String webhook, String error) {
        jdbc.sql("UPDATE webhook SET next_try_at = NULL, error = ? WHERE name = ?")
                .params(Text.cut(error, LONGEST_ERROR), webhook)
                .update();
    }

    /** @param id null: all */
    int replay(String webhook, @Nullable Long id) {
        return jdbc.sql("UPDATE webhook SET next_try_at = :now WHERE name = :name AND (:id IS NULL OR id = :id)")
                .param("now", Utc.column(time.now()))
                .param("name", webhook)
                .param("id", id)
                .update();
    }

    int discard(String webhook, long id) {
        return jdbc.sql("DELETE FROM webhook WHERE name = ? AND id = ? AND id > 0")
                .params(webhook, id)
                .update();
    }
}
