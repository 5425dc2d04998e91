package io.streakboard.signin.journal;

import com.sun.management.OperatingSystemMXBean;
import io.streakboard.time.Polling;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/**
 * Decides when the drains of this instance may work: they step back while callers wait and the processors are busy.
 * Callers of a slow Redis also wait, but then the processors are idle.
 */
@Component
class DrainThrottle {

    private static final int LONG = 20_000;
    private static final long FRESH = Duration.ofMillis(200).toNanos();

    /**
     * The use of all processors since the last look, from 0 to 1; negative if unknown.
     *
     * @param machine by all processes of the machine, or of the container if it has a limit
     * @param instance by this instance
     */
    record Load(double machine, double instance) {

        private static final double NEARLY_ALL = 0.8;
        private static final double A_GOOD_PART = 0.25;

        /** If neighbours keep the processors busy, callers gain little when this instance does less. */
        boolean busy() {
            return machine < 0 || instance < 0 || machine >= NEARLY_ALL && instance >= A_GOOD_PART;
        }
    }

    private final WaitingSignIns waiting;
    private final JournalProperties settings;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long lookedAt = System.nanoTime();
    private boolean busy;

    DrainThrottle(WaitingSignIns waiting, JournalProperties settings) {
        this.waiting = waiting;
        this.settings = settings;
    }

    /**
     * Lets a batch fill. While callers wait for processors, the drain steps back; the journal keeps the entries. It
     * does so only for a limited time, and not if its journal is long.
     *
     * @param backlog number of waiting entries
     */
    void linger(LongSupplier backlog) throws InterruptedException {
        Thread.sleep(settings.linger());
        if (stepsBack() && backlog.getAsLong() < LONG) {
            Polling.until(() -> !stepsBack(), settings.maxThrottle().minus(settings.linger()), settings.linger());
        }
    }

    private boolean stepsBack() {
        return waiting.waits() && processorsAreBusy();
    }

    /** The load a moment ago: a look takes about a millisecond. */
    private synchronized boolean processorsAreBusy() {
        if (System.nanoTime() - lookedAt > FRESH) {
            busy = new Load(system.getCpuLoad(), system.getProcessCpuLoad()).busy();
            lookedAt = System.nanoTime();
        }
        return busy;
    }
}
