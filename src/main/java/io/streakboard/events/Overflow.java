package io.streakboard.events;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What becomes of a delivery when all listener threads are busy and their queue is full. A publisher from outside
 * makes it itself: so it slows down, and its backlog stays where it comes from. As it holds the connection of its
 * transaction still and needs another, only some do at once. A listener that publishes makes it when it is done, see
 * {@link Turn}. All else is left for the listener threads, or to the registry. Nobody ever waits here: that could be
 * for each other.
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

    /** What a listener thread does: a delivery, then one of those that were left, or all if nothing else is queued. */
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
     * What the executor is to be given for a delivery. No bean is a decorator, or Boot has it decorate all jobs, too.
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
            return; // the registry has it, for another instance
        }
        queue = executor.getQueue();
        var delivery = ((Task) task).delivery;
        var turn = Turn.current();
        if (turn != null) {
            if (!turn.add(delivery)) {
                leave(delivery);
            }
        } else if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            Turn.of(delivery); // redelivery, which holds no connection
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
            delivery.run(); // nothing that the registry has: nobody else would run it
        }
    }
}
