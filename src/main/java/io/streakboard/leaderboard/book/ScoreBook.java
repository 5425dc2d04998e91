package io.streakboard.leaderboard.book;

import io.streakboard.sharing.SharedWrites;
import java.util.List;
import org.springframework.stereotype.Service;

/** Takes in scores: in MySQL first, each exactly once, then in Redis. Concurrent calls share one transaction. */
@Service
public class ScoreBook {

    private static final int GROUPS_AT_ONCE = 2;

    private final GroupWriter writer;
    private final SharedWrites<Submission, Receipt> calls;

    ScoreBook(GroupWriter writer) {
        this.writer = writer;
        this.calls = new SharedWrites<>("scores", GROUPS_AT_ONCE, writer::write);
    }

    /**
     * Takes in submissions and returns a receipt for each, in the given order. A call is written as a whole or not at
     * all.
     */
    public List<Receipt> take(List<Submission> submissions) {
        return calls.write(submissions);
    }

    /** Tells the outcome that submissions would get, as far as it shows without their locks. */
    public List<Receipt> dryRun(List<Submission> submissions) {
        return writer.dryRun(submissions);
    }
}
