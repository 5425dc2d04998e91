package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.Retention;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Deletes scores and log in batches: a long statement would delay the replicas. */
@Component
class ScoreRemoval {

    private static final int MAX_BATCH = 1_000;

    private final BoardRegistry boards;
    private final ScoreTable scores;
    private final ScoreLog log;
    private final RetriedTransactions transactions;

    ScoreRemoval(BoardRegistry boards, ScoreTable scores, ScoreLog log, RetriedTransactions transactions) {
        this.boards = boards;
        this.scores = scores;
        this.log = log;
        this.transactions = transactions;
    }

    /** Runs an action in a transaction that excludes writers of a board's scores. */
    void alone(String board, Runnable work) {
        alone(board, () -> {
            work.run();
            return true;
        });
    }

    <T> T alone(String board, Supplier<T> work) {
        return transactions.execute(() -> {
            boards.lock(board);
            return work.get();
        });
    }

    /** Gives the log of an edition that was reset to the newer one: its messages do not count again. */
    void moveLog(long edition, long newer) {
        Retention.inBatches(MAX_BATCH, most -> log.move(edition, newer, most));
    }

    void removeAll(long edition) {
        Retention.inBatches(MAX_BATCH, most -> log.delete(edition, most));
        Retention.inBatches(MAX_BATCH, most -> scores.delete(edition, most));
    }

    /** Whether no member has a score of any day, and no message of a kept day is known. */
    boolean isEmpty(long series) {
        return !scores.hasDays(series) && !log.has(series);
    }

    void removeLog(String board, String member, long edition) {
        Retention.inBatches(MAX_BATCH, most -> log.delete(board, member, edition, most));
    }

    void removeLog(String board, String member) {
        Retention.inBatches(MAX_BATCH, most -> log.delete(board, member, most));
    }

    /**
     * Removes data of days in no window of a series.
     *
     * @param lastDays log entries of earlier days are removed
     * @param lastMembers members without a later day are removed
     */
    void removeBefore(long series, Instant lastDays, LocalDate lastMembers) {
        Retention.inBatches(MAX_BATCH, most -> log.deleteBefore(series, lastDays, most));
        for (var member = Optional.of(""); member.isPresent(); ) {
            member = scores.deleteBefore(series, lastMembers, member.get(), MAX_BATCH);
        }
    }
}
