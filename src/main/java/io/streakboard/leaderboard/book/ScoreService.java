package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.editions.EditionsReplaced;
import io.streakboard.sharing.GroupCommit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Takes in scores: in MySQL first, each exactly once, then in Redis. Each call finds and makes its editions by itself;
 * then concurrent calls share one transaction.
 */
@Service
public class ScoreService {

    private static final int GROUPS_AT_ONCE = 2;

    /** Only resets and removals of editions in between use one up. */
    private static final int TRIES = 5;

    private final ScoreBatchWriter writer;
    private final GroupCommit<RoutedScore, Receipt> calls;

    ScoreService(ScoreBatchWriter writer) {
        this.writer = writer;
        this.calls = new GroupCommit<>("scores", GROUPS_AT_ONCE, writer::write);
    }

    /** Takes in submissions of a module. */
    public List<Receipt> take(List<Submission> submissions) {
        return take(null, submissions);
    }

    /**
     * Takes in submissions and returns a receipt for each, in the given order. A call is written as a whole or not at
     * all.
     *
     * @param caller whose new editions are counted; null for modules
     */
    public List<Receipt> take(@Nullable String caller, List<Submission> submissions) {
        for (int triesLeft = TRIES; ; triesLeft--) {
            var placed = place(caller, submissions);
            try {
                return calls.write(placed);
            } catch (EditionsReplaced meanwhile) {
                if (triesLeft == 1) {
                    throw meanwhile;
                }
            }
        }
    }

    /** On a thread of its own: the caller may be in a transaction, which would keep new editions to itself. */
    private List<RoutedScore> place(@Nullable String caller, List<Submission> submissions) {
        try {
            return CompletableFuture.supplyAsync(
                            () -> writer.place(caller, submissions),
                            task -> Thread.ofVirtual().name("placing").start(task))
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw failure;
        }
    }

    /** Tells the outcome that submissions would get, as far as it shows without their locks. */
    public List<Receipt> dryRun(List<Submission> submissions) {
        return writer.dryRun(submissions);
    }
}
