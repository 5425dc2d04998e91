package io.streakboard.time;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition that other threads or instances fulfil. */
public final class Polling {

    private static final Duration INTERVAL = Duration.ofMillis(50);

    private Polling() {}

    /** Checks until the condition holds and returns true; false on timeout or when the application stops. */
    public static boolean until(BooleanSupplier condition, Duration atMost) {
        return until(condition, atMost, INTERVAL);
    }

    /** @param every the pause between two checks */
    public static boolean until(BooleanSupplier condition, Duration atMost, Duration every) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || !pause(every)) {
                return false;
            }
        }
        return true;
    }

    /** Pauses, and returns false if the application stops meanwhile. */
    public static boolean pause(Duration length) {
        try {
            Thread.sleep(length);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
