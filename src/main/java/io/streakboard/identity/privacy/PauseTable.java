package io.streakboard.identity.privacy;

import io.streakboard.identity.privacy.Pauses.Pause;
import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code learner_pause}. */
@Component
class PauseTable {

    record Row(long learner, Pause pause, long number) {}

    private final JdbcClient jdbc;

    PauseTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Row> after(long number, int limit) {
        return jdbc.sql("""
                        SELECT user_id, from_day, until_day, number FROM learner_pause
                         WHERE number > ? ORDER BY number LIMIT ?
                        """)
                .params(number, limit)
                .query((row, index) -> new Row(
                        row.getLong(1),
                        new Pause(row.getObject(2, LocalDate.class), row.getObject(3, LocalDate.class)),
                        row.getLong(4)))
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
        return new Pauses(jdbc.sql(
                        "SELECT from_day, until_day FROM learner_pause WHERE user_id = ? ORDER BY from_day" + lock)
                .param(learner)
                .query((row, index) -> new Pause(row.getObject(1, LocalDate.class), row.getObject(2, LocalDate.class)))
                .list());
    }

    /** Replaces the row, as it gets a new number. Fails if another transaction has inserted it. */
    void replace(long learner, Pause pause) {
        jdbc.sql("DELETE FROM learner_pause WHERE user_id = ? AND from_day = ?")
                .params(learner, pause.from())
                .update();
        jdbc.sql("INSERT INTO learner_pause (user_id, from_day, until_day) VALUES (?, ?, ?)")
                .params(learner, pause.from(), pause.until())
                .update();
    }

    void erase(long learner) {
        jdbc.sql("DELETE FROM learner_pause WHERE user_id = ?").param(learner).update();
    }
}
