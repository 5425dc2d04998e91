package io.streakboard.identity.privacy;

import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code learner_privacy}. */
@Component
class PrivacyTable {

    record ChoiceRow(long learner, Visibility board, long number) {}

    /** The column of a choice that changed nothing. */
    private static final Instant NEVER = Instant.EPOCH;

    private final JdbcClient jdbc;

    PrivacyTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<ChoiceRow> after(long number, int limit) {
        return jdbc.sql("SELECT user_id, board, number FROM learner_privacy WHERE number > ? ORDER BY number LIMIT ?")
                .params(number, limit)
                .query((row, index) ->
                        new ChoiceRow(row.getLong(1), Visibility.valueOf(row.getString(2)), row.getLong(3)))
                .list();
    }

    Optional<PrivacyChoice> of(long learner) {
        return read(learner, "");
    }

    /** Locks the row until the transaction ends. */
    Optional<PrivacyChoice> locked(long learner) {
        return read(learner, " FOR UPDATE");
    }

    private Optional<PrivacyChoice> read(long learner, String lock) {
        return jdbc.sql("SELECT board, changed_at FROM learner_privacy WHERE user_id = ?" + lock)
                .param(learner)
                .query((row, index) -> new PrivacyChoice(
                        Visibility.valueOf(row.getString(1)), changed(Utc.instant(row, "changed_at"))))
                .optional();
    }

    private static @Nullable Instant changed(Instant at) {
        return at.equals(NEVER) ? null : at;
    }

    /** Replaces the row, as it gets a new number. Fails if another transaction has inserted the learner's first one. */
    void replace(long learner, PrivacyChoice choice) {
        erase(learner);
        jdbc.sql("INSERT INTO learner_privacy (user_id, board, changed_at) VALUES (?, ?, ?)")
                .params(
                        learner,
                        choice.board().name(),
                        Utc.column(Objects.requireNonNullElse(choice.changedAt(), NEVER)))
                .update();
    }

    void erase(long learner) {
        jdbc.sql("DELETE FROM learner_privacy WHERE user_id = ?").param(learner).update();
    }
}
