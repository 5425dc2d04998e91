package io.streakboard.signin.journal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Whether processors are what callers of this instance wait for. It may be something else: a Redis that answers late
 * has many of them wait while the processors have nothing to do.
 */
@Component
class Processors {

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

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long lookedAt = System.nanoTime();
    private boolean busy;

    /** As it was a moment ago: to look takes about a millisecond. */
    synchronized boolean busy() {
        if (System.nanoTime() - lookedAt > FRESH) {
            busy = new Load(system.getCpuLoad(), system.getProcessCpuLoad()).busy();
            lookedAt = System.nanoTime();
        }
        return busy;
    }
}
