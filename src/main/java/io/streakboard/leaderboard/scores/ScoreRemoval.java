package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.editions.KnownBoards;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.springframework.stereotype.Component;

/** Deletes scores and log, some rows at a time: a long statement would hold up the replicas. */
@Component
class ScoreRemoval {

    private static final int ROWS_AT_ONCE = 1_000;

    private final KnownBoards boards;
    private final ScoreTable scores;
    private final ScoreLog log;
    private final ScoreTransactions transactions;

    ScoreRemoval(KnownBoards boards, ScoreTable scores, ScoreLog log, ScoreTransactions transactions) {
        this.boards = boards;
        this.scores = scores;
        this.log = log;
        this.transactions = transactions;
    }

    /** Does something in a transaction while nobody writes scores of a board. */
    void alone(String board, Runnable work) {
        transactions.execute(() -> {
            boards.lock(board);
            work.run();
        });
    }

    void removeAll(long edition) {
        untilLess(() -> log.delete(edition, ROWS_AT_ONCE));
        untilLess(() -> scores.delete(edition, ROWS_AT_ONCE));
    }

    void removeLog(String board, String member) {
        untilLess(() -> log.delete(board, member, ROWS_AT_ONCE));
    }

    /**
     * Removes what a series has of days that no window holds.
     *
     * @param lastDays the log of earlier days goes
     * @param lastMembers members go who have no later day
     */
    void removeBefore(long series, Instant lastDays, LocalDate lastMembers) {
        untilLess(() -> log.deleteBefore(series, lastDays, ROWS_AT_ONCE));
        for (var member = Optional.of(""); member.isPresent(); ) {
            member = scores.deleteBefore(series, lastMembers, member.get(), ROWS_AT_ONCE);
        }
    }

    private static void untilLess(IntSupplier some) {
        int deleted = ROWS_AT_ONCE;
        while (deleted == ROWS_AT_ONCE) {
            deleted = some.getAsInt();
        }
    }
}
