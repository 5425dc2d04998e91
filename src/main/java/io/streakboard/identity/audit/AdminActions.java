package io.streakboard.identity.audit;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Expiring;
import io.streakboard.time.Utc;
import io.streakboard.web.Text;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** The actions of admins, table {@code admin_action}. */
@Component
class AdminActions implements Expiring {

    /** The outcome of an action; unknown for {@code BEGUN}: the instance died or is still at work. */
    enum ActionOutcome {
        BEGUN,
        DONE,
        REFUSED,
        FAILED
    }

    /** An action that an admin requests. Long texts are cut. */
    record RequestedAction(
            String admin,
            String method,
            String target,
            @Nullable String parameters,
            @Nullable String reason) {

        RequestedAction {
            admin = Text.cut(admin, 255);
            target = Text.cut(target, 1000);
            parameters = parameters == null ? null : Text.cut(parameters, 4000);
            reason = reason == null ? null : Text.cut(reason, 500);
        }
    }

    record AuditEntry(
            long id,
            Instant at,
            String admin,
            String method,
            String target,
            @Nullable String parameters,
            @Nullable String reason,
            ActionOutcome outcome,
            @Nullable Integer status,
            @Nullable Instant endedAt) {}

    /** @param before only actions with lower ids are read, newest first */
    record ActionFilter(Instant from, Instant to, @Nullable String admin, long before, int limit) {}

    private final JdbcClient jdbc;
    private final AuditProperties properties;
    private final BusinessTime time;

    AdminActions(JdbcClient jdbc, AuditProperties properties, BusinessTime time) {
        this.jdbc = jdbc;
        this.properties = properties;
        this.time = time;
    }

    long begin(RequestedAction action) {
        var key = new GeneratedKeyHolder();
        jdbc.sql("""
                        INSERT INTO admin_action (begun_at, admin, method, target, parameters, reason, outcome)
                        VALUES (:now, :admin, :method, :target, :parameters, :reason, 'BEGUN')
                        """)
                .param("now", Utc.column(time.now()))
                .param("admin", action.admin())
                .param("method", action.method())
                .param("target", action.target())
                .param("parameters", action.parameters())
                .param("reason", action.reason())
                .update(key);
        return Objects.requireNonNull(key.getKey()).longValue();
    }

    void end(long id, ActionOutcome outcome, int status) {
        jdbc.sql("UPDATE admin_action SET outcome = ?, status = ?, ended_at = ? WHERE id = ?")
                .params(outcome.name(), status, Utc.column(time.now()), id)
                .update();
    }

    List<AuditEntry> newestFirst(ActionFilter filter) {
        return jdbc.sql("""
                        SELECT * FROM admin_action
                        WHERE begun_at >= :from AND begun_at < :to AND id < :before
                          AND (:admin IS NULL OR admin = :admin)
                        ORDER BY id DESC LIMIT :limit
                        """)
                .param("from", Utc.column(filter.from()))
                .param("to", Utc.column(filter.to()))
                .param("before", filter.before())
                .param("admin", filter.admin())
                .param("limit", filter.limit())
                .query(AdminActions::entry)
                .list();
    }

    private static AuditEntry entry(ResultSet row, int number) throws SQLException {
        return new AuditEntry(
                row.getLong("id"),
                Utc.instant(row, "begun_at"),
                row.getString("admin"),
                row.getString("method"),
                row.getString("target"),
                row.getString("parameters"),
                row.getString("reason"),
                ActionOutcome.valueOf(row.getString("outcome")),
                row.getObject("status", Integer.class),
                Utc.nullableInstant(row, "ended_at"));
    }

    @Override
    public int expire(int most) {
        return jdbc.sql("DELETE FROM admin_action WHERE begun_at < ? LIMIT ?")
                .params(Utc.column(time.now().minus(properties.retention())), most)
                .update();
    }
}
