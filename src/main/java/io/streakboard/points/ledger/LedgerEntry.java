package io.streakboard.points.ledger;

import io.streakboard.time.Utc;
import io.streakboard.web.Violation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a ledger: a posting and its outcome.
 *
 * @param points the points paid; negative for a deduction
 * @param reasons why it was not paid in full, why it is late, or the text of an admin
 */
public record LedgerEntry(Posting posting, int points, String outcome, List<Violation> reasons, Instant recordedAt) {

    /** The row does not have the pay before the cap. */
    static LedgerEntry read(ResultSet row) throws SQLException {
        int points = row.getInt("points");
        var remarks = PaidBonus.Remarks.read(row.getString("reasons"));
        return new LedgerEntry(
                new Posting(
                        row.getLong("user_id"),
                        row.getString("type"),
                        row.getString("source_id"),
                        Utc.instant(row, "occurred_at"),
                        row.getObject("day", LocalDate.class),
                        row.getLong("home_season"),
                        points,
                        null,
                        remarks.bonus()),
                points,
                row.getString("outcome"),
                remarks.reasons(),
                Utc.instant(row, "recorded_at"));
    }

    public long learner() {
        return posting.learner();
    }

    public String type() {
        return posting.type();
    }

    public String sourceId() {
        return posting.sourceId();
    }

    /** The season of {@link #occurredAt}; a late entry is in the ledger of another season. */
    public long homeSeason() {
        return posting.season();
    }

    public LocalDate day() {
        return posting.day();
    }

    public Instant occurredAt() {
        return posting.occurredAt();
    }

    public @Nullable PaidBonus bonus() {
        return posting.bonus();
    }

    PaidBonus.Remarks remarks() {
        return new PaidBonus.Remarks(bonus(), reasons);
    }
}
