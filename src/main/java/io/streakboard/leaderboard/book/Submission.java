package io.streakboard.leaderboard.book;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.web.Violation;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A score with its board, checked for form.
 *
 * @param period in which the score occurred
 * @param outside why the board refuses it: it had not begun, or was over; null if it accepts. A repeat of a counted
 *     score is still a duplicate
 */
public record Submission(
        BoardRule board,
        Period period,
        NewScore score,
        @Nullable Violation outside) implements CheckedScore {

    public String member() {
        return score.member();
    }

    public @Nullable String partition() {
        return score.partition();
    }

    public String messageId() {
        return score.messageId();
    }

    MessageKey messageKey() {
        return new MessageKey(board.name(), member(), messageId());
    }

    public Instant occurredAt() {
        return score.occurredAt();
    }

    /** The delta on a board that sums, else the score. */
    public long value() {
        return requireNonNull(board.operator() == Operator.SUM ? score.delta() : score.score());
    }

    /**
     * The day on which it occurred, on a sliding board. The period is the first window that holds the score; it ends
     * with that day.
     */
    @Nullable
    LocalDate day() {
        return board.slides() ? LocalDate.parse(period.key()) : null;
    }
}
