package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A score that was sent, checked for its form.
 *
 * @param period that holds {@code occurredAt}
 * @param partition null on a board without partitions
 * @param value what to add on a board that sums, else the score
 * @param messageId counts once for the board and the member
 * @param occurredAt when the member reached it
 * @param extra JSON of 1 kB at most; null leaves what there is
 */
public record Submission(
        BoardRule board,
        Period period,
        String member,
        @Nullable String partition,
        long value,
        String messageId,
        Instant occurredAt,
        @Nullable String extra) {

    /** When it occurred, if the board slides: the window that ends with that day is the first that holds it. */
    @Nullable
    LocalDate day() {
        return board.slides() ? LocalDate.parse(period.key()) : null;
    }
}
