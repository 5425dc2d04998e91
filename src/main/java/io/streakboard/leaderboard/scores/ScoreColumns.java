package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.Score.ClosingScore;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import io.streakboard.time.Utc;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The columns of {@code board_score}. {@link #read} and {@link #set} use their numbers, which saves looking up a name
 * for each value.
 */
final class ScoreColumns {

    static final String ALL = """
            edition_id, member, score, reached_at, occurred_at, corrections, extra, hidden, days, closing_until,
            closing_score, closing_reached_at""";

    private ScoreColumns() {}

    static ScoreRow read(ResultSet row) throws SQLException {
        var closingUntil = Utc.nullableInstant(row, 10);
        return new ScoreRow(
                new ScoreKey(row.getLong(1), row.getString(2)),
                row.getLong(3),
                Utc.nullableInstant(row, 4),
                Utc.nullableInstant(row, 5),
                row.getInt(6),
                row.getString(7),
                row.getBoolean(8),
                DailyScores.of(row.getString(9)),
                closingUntil == null
                        ? null
                        : new ClosingScore(closingUntil, row.getLong(11), Utc.nullableInstant(row, 12)));
    }

    static void set(PreparedStatement statement, ScoreRow row) throws SQLException {
        var closing = row.closing();
        statement.setLong(1, row.key().edition());
        statement.setString(2, row.key().member());
        statement.setLong(3, row.score());
        statement.setObject(4, Utc.nullableColumn(row.reachedAt()));
        statement.setObject(5, Utc.nullableColumn(row.occurredAt()));
        statement.setInt(6, row.corrections());
        statement.setString(7, row.extra());
        statement.setBoolean(8, row.hidden());
        statement.setString(9, row.days().text());
        statement.setObject(10, closing == null ? null : Utc.nullableColumn(closing.until()));
        statement.setObject(11, closing == null ? null : closing.score());
        statement.setObject(12, closing == null ? null : Utc.nullableColumn(closing.reachedAt()));
    }
}
