package io.streakboard.signin.journal;

import com.sun.management.OperatingSystemMXBean;
import io.streakboard.time.Polling;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/**
 * Throttles the journal's consumers of this instance while callers wait and the processors are busy. Callers of a slow
 * Redis also wait, but then the processors are idle.
 */
@Component
class DrainThrottle {

    private static final int LONG_BACKLOG = 20_000;
    private static final long MAX_AGE = Duration.ofMillis(200).toNanos();

    /**
     * The use of all processors since the last measurement, from 0 to 1; negative if unknown.
     *
     * @param machine by all processes of the machine, or of the container if it has a limit
     * @param instance by this instance
     */
    record Load(double machine, double instance) {

        private static final double MACHINE_BUSY = 0.8;
        private static final double INSTANCE_BUSY = 0.25;

        /** If other processes keep the processors busy, callers gain little when this instance does less. */
        boolean busy() {
            return machine < 0 || instance < 0 || machine >= MACHINE_BUSY && instance >= INSTANCE_BUSY;
        }
    }

    private final WaitingSignIns waiting;
    private final JournalProperties settings;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long measuredAt = System.nanoTime();
    private boolean busy;

    DrainThrottle(WaitingSignIns waiting, JournalProperties settings) {
        this.waiting = waiting;
        this.settings = settings;
    }

    /**
     * Lets a batch fill. While callers wait for processors, the consumer pauses longer; the journal keeps the entries.
     * The pause is limited, and skipped if the backlog is long.
     *
     * @param backlog number of waiting entries
     */
    void linger(LongSupplier backlog) throws InterruptedException {
        Thread.sleep(settings.linger());
        if (throttles() && backlog.getAsLong() < LONG_BACKLOG) {
            Polling.until(() -> !throttles(), settings.maxThrottle().minus(settings.linger()), settings.linger());
        }
    }

    private boolean throttles() {
        return waiting.exceedProcessors() && processorsAreBusy();
    }

    /** A recent measurement: each takes about a millisecond. */
    private synchronized boolean processorsAreBusy() {
        if (System.nanoTime() - measuredAt > MAX_AGE) {
            busy = new Load(system.getCpuLoad(), system.getProcessCpuLoad()).busy();
            measuredAt = System.nanoTime();
        }
        return busy;
    }
}
