package io.streakboard.time;

import java.util.List;
import java.util.function.IntUnaryOperator;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes data after its retention. */
@Component
public class Retention {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);

    private static final int BATCH = 1_000;

    private final List<Expiring> expiring;

    Retention(List<Expiring> expiring) {
        this.expiring = expiring;
    }

    @Scheduled(fixedRateString = "${streakboard.retention.check-interval:1h}")
    @SchedulerLock(name = "delete-what-has-expired")
    void run() {
        LockAssert.assertLocked();
        expiring.forEach(Retention::expire);
    }

    /** A failure does not affect other data. */
    private static void expire(Expiring data) {
        try {
            inBatches(BATCH, data::expire);
        } catch (RuntimeException failure) {
            log.error(
                    "Expired data of {} was not deleted, and will be",
                    data.getClass().getSimpleName(),
                    failure);
        }
    }

    /**
     * Deletes rows in several statements, because a single one could be too long a transaction.
     *
     * @param delete deletes up to {@code size} rows and returns how many
     */
    public static void inBatches(int size, IntUnaryOperator delete) {
        int deleted;
        do {
            deleted = delete.applyAsInt(size);
        } while (deleted == size);
    }
}
