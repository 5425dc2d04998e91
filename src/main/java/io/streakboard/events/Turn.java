package io.streakboard.events;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that one thread makes, one after the other. What a listener publishes while no listener thread is free
 * waits for its own thread to be done with the listener. So deliveries never nest, and however long a chain of events
 * is, its thread holds one connection for it.
 */
final class Turn {

    /** A chain that is longer, or has no end, goes on among the {@link LeftDeliveries}. */
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
