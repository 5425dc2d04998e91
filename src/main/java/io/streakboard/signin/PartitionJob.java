package io.streakboard.signin;

import io.streakboard.time.BusinessTime;
import java.time.YearMonth;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Adds the partitions of the months to come and drops from the log what has outlived its retention: at start and every
 * hour, so that months are there long before their first sign-in.
 */
@Component
class PartitionJob {

    private static final Logger log = LoggerFactory.getLogger(PartitionJob.class);

    private static final int MONTHS_AHEAD = 3;

    private final MonthPartitions partitions;
    private final SignIns signIns;
    private final SignInProperties properties;
    private final BusinessTime time;

    PartitionJob(MonthPartitions partitions, SignIns signIns, SignInProperties properties, BusinessTime time) {
        this.partitions = partitions;
        this.signIns = signIns;
        this.properties = properties;
        this.time = time;
    }

    @Scheduled(fixedRate = 1, timeUnit = TimeUnit.HOURS)
    @SchedulerLock(name = "partition-sign-ins")
    void run() {
        LockAssert.assertLocked();
        extend();
        var retention = properties.logRetention();
        if (retention != null) {
            expireBefore(YearMonth.from(time.today().minus(retention)));
        }
    }

    private void extend() {
        var current = YearMonth.from(time.today());
        partitions.extend(MonthPartitions.LOG, current, current.plusMonths(MONTHS_AHEAD));
        partitions.extend(MonthPartitions.MONTHS, current, current.plusMonths(MONTHS_AHEAD));
    }

    /** Drops the log's months of before one, oldest first, up to one that is still waited for. */
    void expireBefore(YearMonth kept) {
        for (var month : partitions.of(MonthPartitions.LOG)) {
            if (!month.isBefore(kept)) {
                return;
            }
            if (!signIns.recordedUntil(time.startOf(month.plusMonths(1).atDay(1)))) {
                log.warn("The log of {} is kept: the journal still has sign-ins of before its end", month);
                return;
            }
            if (!partitions.inCalendar(month)) {
                log.error("The log of {} is kept: it has sign-ins that are not in sign_in_month", month);
                return;
            }
            partitions.dropFromLog(month);
            log.info("The log of {} has outlived its retention and was dropped", month);
        }
    }
}
