package io.streakboard.settlement;

import java.time.Duration;

/** Looks again after a while. */
final class Pause {

    private Pause() {}

    /** Waits; false if the application stops meanwhile. */
    static boolean of(Duration duration) {
        try {
            Thread.sleep(duration);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
