package io.streakboard.events;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.modulith.events.FailedEventPublications;
import org.springframework.modulith.events.ResubmissionOptions;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Delivers events again after a crash or a failure, and parks those that cannot be delivered. */
@Component
class ResubmissionJob {

    /** Publications that wait for a listener. */
    static final String OPEN = "streakboard.events.open";

    /** Publications that failed too often. */
    static final String PARKED = "streakboard.events.parked";

    private static final Logger log = LoggerFactory.getLogger(ResubmissionJob.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Publications publications;
    private final ParkedPublications parked;
    private final Redelivery redelivery;
    private final FailedEventPublications failed;
    private final EventsProperties properties;

    ResubmissionJob(
            Publications publications,
            ParkedPublications parked,
            Redelivery redelivery,
            FailedEventPublications failed,
            EventsProperties properties,
            MeterRegistry metrics) {
        this.publications = publications;
        this.parked = parked;
        this.redelivery = redelivery;
        this.failed = failed;
        this.properties = properties;
        metrics.gauge(OPEN, publications, all -> all.counts().open());
        metrics.gauge(PARKED, publications, all -> all.counts().parked());
    }

    @Scheduled(fixedRateString = "${streakboard.events.check-interval:10s}")
    @SchedulerLock(name = "resubmit-publications")
    void run() {
        LockAssert.assertLocked();
        resubmit();
    }

    void resubmit() {
        int stale = publications.failStale();
        if (stale > 0) {
            log.info("{} event publications took too long and are delivered again", stale);
        }
        int exhausted = parked.park(redelivery::reason);
        if (exhausted > 0) {
            log.error("{} event publications failed too often and were parked; see /actuator/events", exhausted);
        }
        deliverAgain();
    }

    /**
     * Tries each due publication once, batch by batch. Just tried publications come last, so reading as many as are due
     * at the start reads each once.
     */
    private void deliverAgain() {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        long due = publications.counts().failed();
        while (due > 0 && System.nanoTime() < deadline) {
            int batch = (int) Math.min(due, properties.batchSize());
            failed.resubmit(ResubmissionOptions.defaults().withBatchSize(batch));
            due -= batch;
        }
    }
}
