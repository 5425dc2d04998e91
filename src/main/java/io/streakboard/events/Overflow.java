package io.streakboard.events;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Decides who makes a delivery when all listener threads are busy and their queue is full. A publisher that is no
 * listener makes it itself, which slows the publisher down and keeps its backlog at its source. Such a publisher still
 * holds the connection of its transaction and needs a second one, so only a few may do this at once. A listener that
 * publishes makes the delivery when it is done, see {@link Turn}. All other deliveries are left for the listener
 * threads or to the registry. Nobody ever waits here, as two could wait for each other.
 */
@Component
class Overflow implements RejectedExecutionHandler {

    private final Semaphore callers;
    private final LeftDeliveries left;
    private volatile @Nullable BlockingQueue<Runnable> queue;

    Overflow(EventsProperties properties, LeftDeliveries left) {
        this.callers = new Semaphore(properties.listenerCallers());
        this.left = left;
    }

    /**
     * What a listener thread does: its delivery, then one that was left, or all that were left if nothing is queued.
     */
    private final class Task implements Runnable {

        private final Runnable delivery;

        Task(Runnable delivery) {
            this.delivery = delivery;
        }

        @Override
        public void run() {
            @Nullable Runnable next = delivery;
            do {
                Turn.of(next);
                next = left.next();
            } while (next != null && isQueueEmpty());
            if (next != null) {
                Turn.of(next);
            }
        }
    }

    /**
     * The task that the executor gets for a delivery. It is no bean, as Boot would apply a decorator that is a bean to
     * all jobs, too.
     */
    Runnable task(Runnable delivery) {
        return new Task(delivery);
    }

    private boolean isQueueEmpty() {
        var known = queue;
        return known == null || known.isEmpty();
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
        if (executor.isShutdown()) {
            return; // the registry still has it, so another instance delivers it
        }
        queue = executor.getQueue();
        var delivery = ((Task) task).delivery;
        var turn = Turn.current();
        if (turn != null) {
            if (!turn.add(delivery)) {
                leave(delivery);
            }
        } else if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            Turn.of(delivery); // a redelivery: its thread holds no connection
        } else if (callers.tryAcquire()) {
            try {
                Turn.of(delivery);
            } finally {
                callers.release();
            }
        } else {
            leave(delivery);
        }
    }

    private void leave(Runnable delivery) {
        if (!left.add(delivery)) {
            delivery.run(); // the registry does not have it, so nobody else would run it
        }
    }
}
