package io.streakboard.fault;

import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.DatabaseServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A place in the settlement of a season where instances wait, within a statement, until the gate opens. Triggers lead
 * them there and note who passed, which counts only if it is committed.
 *
 * <ul>
 *   <li>{@code SEAL}, {@code TABLE}, {@code VERIFY}: within the transaction that seals, plans, settles the season
 *   <li>{@code CLAIM}, {@code COPY}: within the transaction that claims a page, or that has copied one
 *   <li>{@code CLEAR}: the board is removed, which the statement notes
 * </ul>
 */
final class Gate implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private static final List<String> TRIGGERS = List.of("""
            CREATE PROCEDURE pass(place VARCHAR(10), season BIGINT)
            BEGIN
                SET @gate = CONCAT(place, ' ', season);
                SET @visitor = CONCAT(@gate, ' ', @@SESSION.default_week_format);
                DO GET_LOCK(@visitor, 0);
                DO GET_LOCK(@gate, 50);
                DO RELEASE_LOCK(@gate);
                DO RELEASE_LOCK(@visitor);
                INSERT INTO passed (place, season) VALUES (place, season);
            END
            """, """
            CREATE TRIGGER gate_season BEFORE UPDATE ON season FOR EACH ROW
            BEGIN
                IF NEW.state = 'SETTLING' AND OLD.state <> NEW.state THEN CALL pass('SEAL', NEW.id); END IF;
                IF NEW.state = 'SETTLED' AND OLD.state <> NEW.state THEN CALL pass('VERIFY', NEW.id); END IF;
            END
            """, """
            CREATE TRIGGER gate_plan BEFORE INSERT ON settlement_page FOR EACH ROW
            CALL pass('TABLE', NEW.season_id)
            """, """
            CREATE TRIGGER gate_page BEFORE UPDATE ON settlement_page FOR EACH ROW
            BEGIN
                IF NEW.done AND NOT OLD.done THEN CALL pass('COPY', NEW.season_id); END IF;
                IF NEW.epoch <> OLD.epoch THEN CALL pass('CLAIM', NEW.season_id); END IF;
            END
            """, """
            CREATE TRIGGER gate_step BEFORE UPDATE ON settlement_step FOR EACH ROW
            BEGIN
                IF NEW.step = 'CLEAR' AND NEW.state = 'DONE' THEN CALL pass('CLEAR', NEW.season_id); END IF;
            END
            """);

    private final String name;
    private final JdbcClient jdbc;
    private final Connection holder;

    private Gate(String name, JdbcClient jdbc, Connection holder) {
        this.name = name;
        this.jdbc = jdbc;
        this.holder = holder;
    }

    static void install(JdbcClient jdbc) {
        // The key is for a group of nodes, which refuses rows without.
        jdbc.sql("CREATE TABLE passed (id SERIAL PRIMARY KEY, place VARCHAR(10), season BIGINT)")
                .update();
        TRIGGERS.forEach(sql -> jdbc.sql(sql).update());
    }

    /**
     * The variable by which MySQL tells instances apart: it lasts as long as a connection, has no effect on what the
     * application does, and must be between 1 and 7.
     */
    static String named(String instance) {
        return "default_week_format=" + instance;
    }

    /** Holds up whoever comes to a place in the settlement of a month. */
    static Gate close(String place, EndedMonth month, DatabaseServer database, String schema) throws SQLException {
        var holder = database.dataSource(schema).getConnection();
        var name = place + " " + month.id();
        try (var statement = holder.createStatement()) {
            statement.execute("DO GET_LOCK('" + name + "', 10)");
        }
        return new Gate(name, month.jdbc(), holder);
    }

    /** Returns which of some instances waits at the gate, as soon as one does. */
    String awaitOneOf(Collection<String> instances) {
        var waiting = new AtomicReference<String>();
        await(name).atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            instances.stream().filter(this::waits).findFirst().ifPresent(waiting::set);
            return waiting.get() != null;
        });
        return waiting.get();
    }

    private boolean waits(String instance) {
        return jdbc.sql("SELECT IS_USED_LOCK(?) IS NOT NULL")
                .param(name + " " + instance)
                .query(Boolean.class)
                .single();
    }

    /** Opens the gate. */
    @Override
    public void close() throws SQLException {
        holder.close();
    }

    /** How many visits to a place of a season were committed. */
    static long passed(JdbcClient jdbc, String place, long season) {
        return jdbc.sql("SELECT COUNT(*) FROM passed WHERE place = ? AND season = ?")
                .params(place, season)
                .query(Long.class)
                .single();
    }
}
