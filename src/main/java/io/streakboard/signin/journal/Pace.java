package io.streakboard.signin.journal;

import com.sun.management.OperatingSystemMXBean;
import io.streakboard.time.Lookout;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/**
 * When the drains of this instance may work: they step back while callers wait and the processors are busy. A Redis
 * that answers late lets callers wait, too, but then the processors have nothing to do.
 */
@Component
class Pace {

    private static final int LONG = 20_000;
    private static final long FRESH = Duration.ofMillis(200).toNanos();

    /**
     * What was used of all processors since the last look, as parts of one; negative if that is not known.
     *
     * @param machine by all processes of the machine, or of the container if that has a limit
     * @param instance by this one
     */
    record Load(double machine, double instance) {

        private static final double NEARLY_ALL = 0.8;
        private static final double A_GOOD_PART = 0.25;

        /** If neighbours keep the processors busy, it is of little use to callers that this instance does less. */
        boolean busy() {
            return machine < 0 || instance < 0 || machine >= NEARLY_ALL && instance >= A_GOOD_PART;
        }
    }

    private final Crowd crowd;
    private final JournalProperties settings;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long lookedAt = System.nanoTime();
    private boolean busy;

    Pace(Crowd crowd, JournalProperties settings) {
        this.crowd = crowd;
        this.settings = settings;
    }

    /**
     * Lets a batch fill. While callers wait for processors, the drain leaves them these: the journal keeps the entries.
     * It steps back for a limited time only, and not if its journal is long.
     *
     * @param backlog how many entries wait
     */
    void linger(LongSupplier backlog) throws InterruptedException {
        Thread.sleep(settings.linger());
        if (stepsBack() && backlog.getAsLong() < LONG) {
            Lookout.until(() -> !stepsBack(), settings.patience().minus(settings.linger()), settings.linger());
        }
    }

    private boolean stepsBack() {
        return crowd.waits() && processorsAreBusy();
    }

    /** As it was a moment ago: to look takes about a millisecond. */
    private synchronized boolean processorsAreBusy() {
        if (System.nanoTime() - lookedAt > FRESH) {
            busy = new Load(system.getCpuLoad(), system.getProcessCpuLoad()).busy();
            lookedAt = System.nanoTime();
        }
        return busy;
    }
}
