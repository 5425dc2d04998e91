package io.streakboard.leaderboard.book;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.book.SubmissionResult.ScoreOutcome;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
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

    /**
     * A score with its board and period, checked for both.
     *
     * @param period empty if the score has none
     */
    public static CheckedScore of(BoardRule board, Optional<Period> period, NewScore score) {
        var outside = outside(board, score.occurredAt());
        return period.<CheckedScore>map(found -> new Submission(board, found, score, outside))
                .orElseGet(() -> SubmissionResult.refused(
                        ScoreOutcome.LATE,
                        null,
                        outside == null ? ViolationCode.NEVER_OPENED.of(null, score.occurredAt()) : outside));
    }

    /** Why a board refuses a score of an instant: it had not begun, or was over. */
    private static @Nullable Violation outside(BoardRule board, Instant at) {
        if (board.startsAt() != null && at.isBefore(board.startsAt())) {
            return ViolationCode.BEFORE_THE_START.of(null, at, board.startsAt());
        }
        return board.endsAt() != null && !at.isBefore(board.endsAt())
                ? ViolationCode.AFTER_THE_END.of(null, at, board.endsAt())
                : null;
    }

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
