package io.streakboard.sharing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a moment later, many items at once. Callers add items and never wait; one thread gathers and writes them. A
 * crash may lose added items.
 */
public final class WriteBehind<T> {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final int batch;
    private final Duration linger;
    private final Consumer<List<T>> write;
    private final BiConsumer<List<T>, Throwable> failed;
    private final BlockingQueue<T> waiting;
    private volatile CountDownLatch stopping = new CountDownLatch(0);
    private volatile @Nullable Thread thread;

    /**
     * @param name of the thread
     * @param room the most waiting items
     * @param batch the most items written at once
     * @param linger how long the first item of a batch waits for others
     * @param failed gets a batch that was not written, and the failure; the thread goes on with the next batch
     */
    public WriteBehind(
            String name,
            int room,
            int batch,
            Duration linger,
            Consumer<List<T>> write,
            BiConsumer<List<T>, Throwable> failed) {
        this.name = name;
        this.batch = batch;
        this.linger = linger;
        this.write = write;
        this.failed = failed;
        this.waiting = new LinkedBlockingQueue<>(room);
    }

    /** False if there is no room. */
    public boolean add(T item) {
        return waiting.offer(item);
    }

    public void start() {
        var latch = new CountDownLatch(1);
        stopping = latch;
        thread = Thread.ofVirtual().name(name).start(() -> run(latch));
    }

    private void run(CountDownLatch stopping) {
        try {
            while (stopping.getCount() > 0 || !waiting.isEmpty()) {
                var first = waiting.poll(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    stopping.await(linger.toMillis(), TimeUnit.MILLISECONDS);
                    var items = new ArrayList<>(List.of(first));
                    waiting.drainTo(items, batch - 1);
                    write(items);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(List<T> items) {
        try {
            write.accept(items);
        } catch (RuntimeException | Error failure) { // the thread goes on
            failed.accept(items, failure);
        }
    }

    /** Writes the waiting items. Does not interrupt the thread, which would break a running statement. */
    public void stop() {
        var running = thread;
        if (running != null) {
            stopping.countDown();
            thread = null;
            try {
                running.join(STOP_TIMEOUT);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public boolean isRunning() {
        return thread != null;
    }
}
