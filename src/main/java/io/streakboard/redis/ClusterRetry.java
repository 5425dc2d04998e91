package io.streakboard.redis;

import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.validation.annotation.Validated;

/**
 * How long to retry commands that a Redis Cluster refuses for now: see {@link TransientClusterError}.
 *
 * @param atMost from the first try on; after that the caller gets the failure
 */
@Validated
@ConfigurationProperties("streakboard.redis")
public record ClusterRetry(
        @Name("retry-timeout") @DefaultValue("5s") Duration atMost) {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    /** Tries until the command succeeds or fails for another reason. */
    <T> T execute(Supplier<T> command) {
        var tries = new Tries();
        while (true) {
            try {
                return command.get();
            } catch (RuntimeException failure) {
                if (!TransientClusterError.is(failure) || !tries.another()) {
                    throw failure;
                }
            }
        }
    }

    /** The tries of one command, beginning now. */
    final class Tries {

        private final long deadline = System.nanoTime() + atMost.toNanos();
        private Duration pause = FIRST_PAUSE;

        /** Waits, each time longer; false if there is no time for another try. */
        boolean another() {
            if (System.nanoTime() + pause.toNanos() > deadline) {
                return false;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            return true;
        }
    }
}
