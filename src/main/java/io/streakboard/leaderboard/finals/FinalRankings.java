package io.streakboard.leaderboard.finals;

import io.streakboard.leaderboard.editions.BoardRegistry;
import io.streakboard.leaderboard.editions.DueEditions;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.scores.ScoreTable;
import io.streakboard.leaderboard.scores.ScoreTable.ScoreSum;
import io.streakboard.leaderboard.settled.SettledRows.SettledRow;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import org.springframework.stereotype.Service;

/**
 * Makes rankings final. First an edition is sealed: from then on it takes no scores. Then the ranking is copied from
 * the scores in MySQL, and each row is compared with them. It becomes final in the transaction that announces it, if no
 * admin has changed a score meanwhile. A killed try begins anew; an older try that wakes up writes nothing.
 */
@Service
public class FinalRankings {

    private static final int PAGE = 1_000;

    private final FinalTable table;
    private final DueEditions due;
    private final ScoreTable scores;
    private final BoardRegistry boards;
    private final RetriedTransactions transactions;
    private final BusinessTime time;

    FinalRankings(
            FinalTable table,
            DueEditions due,
            ScoreTable scores,
            BoardRegistry boards,
            RetriedTransactions transactions,
            BusinessTime time) {
        this.table = table;
        this.due = due;
        this.scores = scores;
        this.boards = boards;
        this.transactions = transactions;
        this.time = time;
    }

    /** Stops editions of one board from taking scores: possibly a thousand, while the board is locked. */
    public void seal(Collection<StoredEdition> all) {
        var board = all.iterator().next().board();
        transactions.run(() -> {
            boards.lock(board.name());
            var ids = all.stream().map(StoredEdition::id).toList();
            table.seal(ids, time.now());
            due.keep(ids, time.now().plus(board.retention()));
        });
    }

    /**
     * Makes the ranking of a sealed edition final.
     *
     * @param announcement runs in the transaction that makes the ranking final, with the number of members
     */
    public void make(StoredEdition edition, LongConsumer announcement) {
        int attempt = transactions.execute(() -> table.begin(edition.id()));
        var before = scores.fingerprint(edition.id());
        copy(edition, attempt);
        long members = verify(edition);
        transactions.run(() -> {
            boards.lock(edition.board().name());
            table.hold(edition.id(), attempt);
            if (!scores.fingerprint(edition.id()).equals(before)) {
                throw new IllegalStateException("Scores of " + edition.edition().name() + " were changed meanwhile");
            }
            table.finish(edition.id(), edition.board().order(), members, time.now());
            announcement.accept(members);
        });
    }

    /** Replaces the rows of earlier tries. */
    void copy(StoredEdition edition, int attempt) {
        while (held(edition, attempt, () -> table.delete(edition.id())) > 0) {}
        var finalRows = new FinalRows(edition.edition());
        var page = new ArrayList<SettledRow>();
        scores.forEachRanked(edition, entry -> {
            page.add(finalRows.next(entry));
            if (page.size() == PAGE) {
                write(edition, attempt, page);
            }
        });
        write(edition, attempt, page);
    }

    private void write(StoredEdition edition, int attempt, List<SettledRow> page) {
        held(edition, attempt, () -> {
            table.insert(edition.id(), page);
            return page.size();
        });
        page.clear();
    }

    private int held(StoredEdition edition, int attempt, IntSupplier work) {
        return transactions.execute(() -> {
            table.hold(edition.id(), attempt);
            return work.getAsInt();
        });
    }

    /** Verifies the score and place of each row, and the number and sum of the rows. */
    private long verify(StoredEdition edition) {
        var finalRows = new FinalRows(edition.edition());
        var sum = new AtomicReference<>(ScoreSum.NONE);
        table.compare(edition.id(), compared -> {
            if (!finalRows.follows(compared.row()) || !compared.same()) {
                throw new IllegalStateException(
                        "Final ranking of " + edition.edition().name() + " is wrong at " + compared.row());
            }
            sum.updateAndGet(before -> before.plus(compared.row().entry().score()));
        });
        var ranked = scores.ranked(edition);
        var copied = sum.get();
        if (!ranked.equals(copied)) {
            throw new IllegalStateException("Final ranking of %s has %s, the scores have %s"
                    .formatted(edition.edition().name(), copied, ranked));
        }
        return copied.members();
    }
}
