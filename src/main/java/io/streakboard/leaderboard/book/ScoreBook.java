package io.streakboard.leaderboard.book;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.book.WaitingCalls.Call;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Takes in scores: in MySQL first, each exactly once, then in Redis. Concurrent calls share one transaction, so many
 * small calls are nearly as fast as a few large ones.
 */
@Service
public class ScoreBook implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ScoreBook.class);

    /** Each holds one connection at a time. */
    private static final int WRITERS = 3;

    /** So many submissions may be under way here, written or waiting. */
    private static final int ROOM = 20_000;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    private final Function<List<Submission>, List<Receipt>> writer;
    private final WaitingCalls waiting;
    private final Semaphore room = new Semaphore(ROOM, true);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean running;

    @Autowired
    ScoreBook(GroupWriter writer, MeterRegistry metrics) {
        this(writer::write, metrics);
    }

    ScoreBook(Function<List<Submission>, List<Receipt>> writer, MeterRegistry metrics) {
        this.writer = writer;
        this.waiting = new WaitingCalls(metrics);
    }

    /**
     * Takes in submissions and returns a receipt for each, in the given order. The submissions of one call are written
     * all or none.
     */
    public List<Receipt> take(List<Submission> submissions) {
        if (submissions.isEmpty()) {
            return List.of();
        }
        int size = Math.min(submissions.size(), ROOM);
        try {
            if (!room.tryAcquire(size, LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TransientDataAccessResourceException("Too many scores wait for being written");
            }
            try {
                return await(Call.of(submissions));
            } finally {
                room.release(size);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new TransientDataAccessResourceException(
                    "The call was interrupted, its scores may be taken", stopped);
        }
    }

    /** A call is either written by a thread that still runs, or withdrawn. */
    private List<Receipt> await(Call call) throws InterruptedException {
        waiting.add(call);
        if (!running && waiting.withdraw(call)) {
            throw new TransientDataAccessResourceException("The application stops");
        }
        try {
            return call.answer().get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failure);
        }
    }

    /** How many calls wait for a writer. */
    int waiting() {
        return waiting.size();
    }

    private void run() {
        while (running || waiting.size() > 0) {
            try {
                var group = waiting.next();
                if (!group.isEmpty()) {
                    write(group);
                    waiting.done();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void write(List<Call> group) {
        try {
            answer(
                    group,
                    writer.apply(group.stream()
                            .flatMap(call -> call.submissions().stream())
                            .toList()));
        } catch (RuntimeException failure) {
            if (group.size() == 1 || isAway(failure)) {
                fail(group, failure);
            } else {
                writeEach(group);
            }
        } catch (Error failure) {
            log.error("Scores were not written", failure);
            fail(group, new IllegalStateException(failure));
        }
    }

    /** Calls one after the other, until MySQL is away: each of the others would only wait for the same. */
    private void writeEach(List<Call> group) {
        for (int i = 0; i < group.size(); i++) {
            var call = group.get(i);
            try {
                answer(List.of(call), writer.apply(call.submissions()));
            } catch (RuntimeException failure) {
                fail(List.of(call), failure);
                if (isAway(failure)) {
                    fail(group.subList(i + 1, group.size()), failure);
                    return;
                }
            }
        }
    }

    private static void answer(List<Call> group, List<Receipt> receipts) {
        int from = 0;
        for (var call : group) {
            int to = from + call.submissions().size();
            call.answer().complete(receipts.subList(from, to));
            from = to;
        }
    }

    private static void fail(List<Call> group, RuntimeException failure) {
        group.forEach(call -> call.answer().completeExceptionally(failure));
    }

    /** Then each call alone would wait for the same. */
    private static boolean isAway(RuntimeException failure) {
        return failure instanceof CannotCreateTransactionException
                || failure instanceof DataAccessResourceFailureException;
    }

    @Override
    public void start() {
        running = true;
        for (int i = 0; i < WRITERS; i++) {
            threads.add(Thread.ofVirtual().name("scores-" + i).start(this::run));
        }
    }

    /** Writes what waits. */
    @Override
    public void stop() {
        running = false;
        try {
            for (var thread : threads) {
                if (!thread.join(STOP_TIMEOUT)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        threads.clear();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the web server in starting, so after it in stopping. */
    @Override
    public int getPhase() {
        return 0;
    }
}
