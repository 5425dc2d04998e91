package io.streakboard.identity;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.transaction.TransactionException;

/**
 * Follows a table that all instances write to, to keep a copy in memory: first it reads all rows, then the new rows
 * every two seconds. Each row has a number from a counter of the table; a row that is replaced gets a new one.
 */
public final class ChangePoller<R> {

    private static final Logger log = LoggerFactory.getLogger(ChangePoller.class);

    private static final Duration READ_EVERY = Duration.ofSeconds(2);
    private static final int PAGE = 10_000;

    /** Number of last rows to read again, because a row with a lower number may be committed later. */
    private static final int AGAIN = 1_000;

    /** A row that was committed much later is found once an hour, when all rows are read. */
    private static final int READS_AN_HOUR = 1_800;

    /** Reads the rows after a number, in order. */
    public interface RowReader<R> {
        List<R> after(long number, int limit);
    }

    private final RowReader<R> table;
    private final ToLongFunction<R> number;
    private final Consumer<List<R>> copy;
    private long last;
    private long reads;
    private volatile long newest;
    private volatile @Nullable ScheduledFuture<?> reading;

    /** @param copy takes the rows of a page; a row may come again */
    public ChangePoller(RowReader<R> table, ToLongFunction<R> number, Consumer<List<R>> copy) {
        this.table = table;
        this.number = number;
        this.copy = copy;
    }

    /** The highest number read so far; 0 before the first row. */
    public long newest() {
        return newest;
    }

    /** Reads the rows added since the last call, page by page. */
    public synchronized void read() {
        long after = ++reads % READS_AN_HOUR == 0 ? 0 : last - AGAIN;
        last = 0; // in a restored MySQL numbers may begin again
        for (int size = PAGE; size == PAGE; ) {
            var page = table.after(after, PAGE);
            size = page.size();
            if (size > 0) {
                copy.accept(page);
                after = number.applyAsLong(page.getLast());
                last = after;
            }
        }
        newest = last;
    }

    private void readAgain() {
        try {
            read();
        } catch (DataAccessException | TransactionException failure) {
            log.debug("A table was not read", failure);
        }
    }

    /** Fails if MySQL does not answer. */
    public void start(TaskScheduler scheduler) {
        read();
        reading = scheduler.scheduleWithFixedDelay(this::readAgain, READ_EVERY);
    }

    public void stop() {
        var running = reading;
        if (running != null) {
            running.cancel(true);
            reading = null;
        }
    }

    public boolean isRunning() {
        return reading != null;
    }
}
