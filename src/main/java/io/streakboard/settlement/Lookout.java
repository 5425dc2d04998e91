package io.streakboard.settlement;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what others are about to finish. */
final class Lookout {

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private Lookout() {}

    /** Looks until a condition holds, and returns whether it does; not if that takes too long or the application stops. */
    static boolean until(BooleanSupplier condition, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || !pause()) {
                return false;
            }
        }
        return true;
    }

    private static boolean pause() {
        try {
            Thread.sleep(LOOK_EVERY);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
