package io.streakboard.identity.privacy;

import io.streakboard.identity.privacy.Pauses.HiddenDays;
import io.streakboard.identity.privacy.Pauses.Pause;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code learner_pause}. */
@Component
class PauseTable {

    record PauseRow(long learner, Pause pause, long number) {}

    private final JdbcClient jdbc;

    PauseTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<PauseRow> after(long number, int limit) {
        return jdbc.sql("""
                        SELECT * FROM learner_pause WHERE number > ? ORDER BY number LIMIT ?
                        """)
                .params(number, limit)
                .query((row, index) -> new PauseRow(row.getLong("user_id"), pause(row), row.getLong("number")))
                .list();
    }

    Pauses of(long learner) {
        return read(learner, "");
    }

    /** Locks the rows until the transaction ends. */
    Pauses locked(long learner) {
        return read(learner, " FOR UPDATE");
    }

    private Pauses read(long learner, String lock) {
        return new Pauses(jdbc.sql("SELECT * FROM learner_pause WHERE user_id = ? ORDER BY from_day" + lock)
                .param(learner)
                .query((row, index) -> pause(row))
                .list());
    }

    private static Pause pause(ResultSet row) throws SQLException {
        var from = row.getObject("from_day", LocalDate.class);
        var until = row.getObject("until_day", LocalDate.class);
        var hiddenFrom = row.getObject("hidden_from", LocalDate.class);
        return hiddenFrom == null
                ? new Pause(from, until)
                : new Pause(from, until, new HiddenDays(hiddenFrom, row.getObject("hidden_until", LocalDate.class)));
    }

    /** Replaces the row, as it gets a new number. Fails if another transaction has inserted it. */
    void replace(long learner, Pause pause) {
        jdbc.sql("DELETE FROM learner_pause WHERE user_id = ? AND from_day = ?")
                .params(learner, pause.from())
                .update();
        jdbc.sql("""
                        INSERT INTO learner_pause (user_id, from_day, until_day, hidden_from, hidden_until)
                        VALUES (?, ?, ?, ?, ?)
                        """)
                .params(
                        learner,
                        pause.from(),
                        pause.until(),
                        pause.hidden().from(),
                        pause.hidden().until())
                .update();
    }

    void erase(long learner) {
        jdbc.sql("DELETE FROM learner_pause WHERE user_id = ?").param(learner).update();
    }
}
