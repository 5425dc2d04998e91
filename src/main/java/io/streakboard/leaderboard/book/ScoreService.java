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

    private static final int MAX_CONCURRENT_BATCHES = 2;

    /** Only a concurrent reset or removal of an edition causes another try. */
    private static final int TRIES = 5;

    private final ScoreBatchWriter writer;
    private final GroupCommit<RoutedScore, SubmissionResult> commits;

    ScoreService(ScoreBatchWriter writer) {
        this.writer = writer;
        this.commits = new GroupCommit<>("scores", MAX_CONCURRENT_BATCHES, writer::write);
    }

    /** Takes in submissions of a module. */
    public List<SubmissionResult> take(List<Submission> submissions) {
        return take(null, submissions);
    }

    /**
     * Takes in submissions and returns a result for each, in the given order. A call is written as a whole or not at
     * all.
     *
     * @param caller for the limit on new editions; null for modules
     */
    public List<SubmissionResult> take(@Nullable String caller, List<Submission> submissions) {
        for (int triesLeft = TRIES; ; triesLeft--) {
            var routed = route(caller, submissions);
            try {
                return commits.write(routed);
            } catch (EditionsReplaced meanwhile) {
                if (triesLeft == 1) {
                    throw meanwhile;
                }
            }
        }
    }

    /** On a thread of its own: the caller may be in a transaction, which would hide new editions from others. */
    private List<RoutedScore> route(@Nullable String caller, List<Submission> submissions) {
        try {
            return CompletableFuture.supplyAsync(
                            () -> writer.route(caller, submissions),
                            task -> Thread.ofVirtual().name("routing").start(task))
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw failure;
        }
    }

    /** The outcomes that submissions would get, as far as known without locks. */
    public List<SubmissionResult> dryRun(List<Submission> submissions) {
        return writer.dryRun(submissions);
    }
}
