package io.streakboard.leaderboard.book;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Takes in scores: in MySQL first, each exactly once, then in Redis. Calls that wait at the same moment share one
 * transaction, so many small calls are nearly as fast as a few large ones. A lone call is written at once. While
 * another group is being written, calls gather for some milliseconds: two large groups cost less than many small ones.
 */
@Service
public class ScoreBook implements SmartLifecycle {

    /** How long calls wait until a writer takes them up: for the transactions before theirs. */
    static final String WAIT = "streakboard.scores.wait";

    /** How long a writer then keeps them back, so that others share their transaction. */
    static final String GATHERING = "streakboard.scores.gathering";

    private static final Logger log = LoggerFactory.getLogger(ScoreBook.class);

    /** Each holds one connection at a time. */
    private static final int WRITERS = 3;

    private static final int GROUP = 1_000;

    /** A group of so many does not wait for more. */
    private static final int ENOUGH = 32;

    private static final Duration LONGEST_GATHERING = Duration.ofMillis(10);
    private static final Duration GLANCE = Duration.ofMillis(1);

    /** So many submissions may be under way here, written or waiting. */
    private static final int ROOM = 20_000;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    private record Call(List<Submission> submissions, CompletableFuture<List<Receipt>> answer, long since) {

        static Call of(List<Submission> submissions) {
            return new Call(List.copyOf(submissions), new CompletableFuture<>(), System.nanoTime());
        }
    }

    private final Function<List<Submission>, List<Receipt>> writer;
    private final BlockingQueue<Call> waiting = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(ROOM, true);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Lock gathering = new ReentrantLock();
    private final AtomicInteger writing = new AtomicInteger();
    private final Timer wait;
    private final Timer gathered;
    private volatile boolean running;

    @Autowired
    ScoreBook(GroupWriter writer, MeterRegistry metrics) {
        this(writer::write, metrics);
    }

    ScoreBook(Function<List<Submission>, List<Receipt>> writer, MeterRegistry metrics) {
        this.writer = writer;
        this.wait = metrics.timer(WAIT);
        this.gathered = metrics.timer(GATHERING);
    }

    /**
     * Takes in submissions and tells what became of each, in the given order. The submissions of one call
     * are all written, or none is.
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
        if (!running && waiting.remove(call)) {
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
        while (running || !waiting.isEmpty()) {
            try {
                var group = next();
                if (!group.isEmpty()) {
                    write(group);
                    writing.decrementAndGet();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** One thread at a time gathers a group; empty if there is nothing to write. */
    private List<Call> next() throws InterruptedException {
        gathering.lockInterruptibly();
        try {
            var first = waiting.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            if (first == null) {
                return List.of();
            }
            long taken = System.nanoTime();
            var group = group(first);
            writing.incrementAndGet();
            long begun = System.nanoTime();
            group.forEach(call -> record(call, taken, begun));
            return group;
        } finally {
            gathering.unlock();
        }
    }

    private void record(Call call, long taken, long begun) {
        long since = Math.max(call.since(), taken);
        wait.record(since - call.since(), TimeUnit.NANOSECONDS);
        gathered.record(begun - since, TimeUnit.NANOSECONDS);
    }

    private List<Call> group(Call first) {
        var group = new ArrayList<>(List.of(first));
        int size = first.submissions().size();
        for (var next = after(first, size); next != null; next = after(first, size)) {
            group.add(next);
            size += next.submissions().size();
        }
        return group;
    }

    /** A call that waits already or, while another group is being written, comes within a moment. */
    private @Nullable Call after(Call first, int size) {
        if (size >= GROUP) {
            return null;
        }
        var next = waiting.poll();
        try {
            while (next == null
                    && size < ENOUGH
                    && writing.get() > 0
                    && System.nanoTime() - first.since() < LONGEST_GATHERING.toNanos()) {
                next = waiting.poll(GLANCE.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return next;
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
