package io.streakboard.leaderboard.book;

import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** For comparison: writes each call by itself, on the thread of its request. */
@Component
@Primary
@Profile("one-transaction-a-call")
class OneTransactionACall extends ScoreService {

    /** Each may need two connections, and the pool has 32. */
    private final Semaphore writing = new Semaphore(15);

    private final ScoreBatchWriter writer;

    OneTransactionACall(ScoreBatchWriter writer) {
        super(writer);
        this.writer = writer;
    }

    @Override
    public List<SubmissionResult> take(@Nullable String caller, List<Submission> submissions) {
        writing.acquireUninterruptibly();
        try {
            return writer.write(writer.route(caller, submissions));
        } finally {
            writing.release();
        }
    }
}
