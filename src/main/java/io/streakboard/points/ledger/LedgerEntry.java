package io.streakboard.points.ledger;

import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.time.Utc;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * A row of a ledger: a posting and its outcome.
 *
 * @param homeSeason the season of {@code occurredAt}; a late entry is in the ledger of another season
 * @param points the points paid; negative for a deduction
 * @param reasons why it was not paid in full, why it is late, or the text of an admin
 */
public record LedgerEntry(
        long learner,
        String type,
        String sourceId,
        long homeSeason,
        LocalDate day,
        int points,
        String outcome,
        List<Violation> reasons,
        Instant occurredAt,
        Instant recordedAt) {

    public static LedgerEntry of(
            Posting posting, int points, String outcome, List<Violation> reasons, Instant recordedAt) {
        return new LedgerEntry(
                posting.learner(),
                posting.type(),
                posting.sourceId(),
                posting.season(),
                posting.day(),
                points,
                outcome,
                reasons,
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
                ViolationCode.read(row.getString("reasons")),
                Utc.instant(row, "occurred_at"),
                Utc.instant(row, "recorded_at"));
    }

    public PostingKey key() {
        return new PostingKey(homeSeason, learner, type, sourceId);
    }

    public DayOfType dayOfType() {
        return new DayOfType(learner, day, type);
    }
}
