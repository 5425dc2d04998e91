package io.streakboard.events;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that one thread makes, one after the other. If a listener publishes while no listener thread is free, the
 * delivery waits until its own thread is done with the listener. So deliveries never nest, and a thread holds one
 * connection for a chain of events, however long the chain is.
 */
final class Turn {

    /** What a longer or endless chain still has to deliver goes to the {@link LeftDeliveries}. */
    static final int LONGEST = 16;

    private static final ScopedValue<Turn> CURRENT = ScopedValue.newInstance();

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int taken;

    private Turn() {}

    /** The turn that this thread is in, if it runs a listener. */
    static @Nullable Turn current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Makes a delivery, then those that have been added meanwhile. */
    static void of(Runnable delivery) {
        var turn = new Turn();
        ScopedValue.where(CURRENT, turn).run(() -> {
            for (@Nullable Runnable next = delivery; next != null; next = turn.waiting.poll()) {
                next.run();
            }
        });
    }

    /** Has a delivery made later in this turn; false if there have been enough. */
    boolean add(Runnable delivery) {
        return ++taken <= LONGEST && waiting.add(delivery);
    }
}
