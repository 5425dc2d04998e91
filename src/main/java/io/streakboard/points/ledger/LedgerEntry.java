package io.streakboard.points.ledger;

import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.Key;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of a ledger: a posting and its outcome.
 *
 * @param homeSeason the season of {@code occurredAt}; a late entry is in the ledger of another season
 * @param points what was paid; negative for a deduction
 * @param reason why it was not paid in full, why it is late, or the reason that an admin gave
 */
public record LedgerEntry(
        long learner,
        String type,
        String sourceId,
        long homeSeason,
        LocalDate day,
        int points,
        String outcome,
        @Nullable String reason,
        Instant occurredAt,
        Instant recordedAt) {

    public static LedgerEntry of(
            Posting posting, int points, String outcome, @Nullable String reason, Instant recordedAt) {
        return new LedgerEntry(
                posting.learner(),
                posting.type(),
                posting.sourceId(),
                posting.season(),
                posting.day(),
                points,
                outcome,
                reason,
                posting.occurredAt(),
                recordedAt);
    }

    static LedgerEntry read(ResultSet row) throws SQLException {
        return new LedgerEntry(
                row.getLong("user_id"),
                row.getString("type"),
                row.getString("source_id"),
                row.getLong("home_season"),
                row.getObject("day", LocalDate.class),
                row.getInt("points"),
                row.getString("outcome"),
                row.getString("reason"),
                Utc.instant(row.getObject("occurred_at", LocalDateTime.class)),
                Utc.instant(row.getObject("recorded_at", LocalDateTime.class)));
    }

    public Key key() {
        return new Key(homeSeason, learner, type, sourceId);
    }

    public DayOfType dayOfType() {
        return new DayOfType(learner, day, type);
    }
}
