package io.streakboard.signin;

import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.script.SignInProperties;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.YearMonth;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Maintains the monthly partitions of log and calendar, at start and every hour. Adds partitions for the next months
 * long before their first sign-in, and drops months of the log that have outlived its retention.
 */
@Component
class TableUpkeep {

    private static final Logger log = LoggerFactory.getLogger(TableUpkeep.class);

    private static final int MONTHS_AHEAD = 3;

    private final SignInLog signInLog;
    private final Months months;
    private final SignIns signIns;
    private final SignInProperties properties;
    private final BusinessTime time;

    TableUpkeep(SignInLog signInLog, Months months, SignIns signIns, SignInProperties properties, BusinessTime time) {
        this.signInLog = signInLog;
        this.months = months;
        this.signIns = signIns;
        this.properties = properties;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.signin.upkeep-interval:1h}")
    @SchedulerLock(name = "partition-sign-ins")
    void run() {
        LockAssert.assertLocked();
        extend();
        var retention = properties.logRetention();
        if (retention != null) {
            dropBefore(YearMonth.from(time.today().minus(retention)));
        }
    }

    private void extend() {
        var current = YearMonth.from(time.today());
        signInLog.partitions().extend(current, current.plusMonths(MONTHS_AHEAD));
        months.partitions().extend(current, current.plusMonths(MONTHS_AHEAD));
    }

    /**
     * Drops all months of the log before a given month, the oldest first. It stops at a month that must stay because
     * the journal still has one of its sign-ins, or the calendar lacks one.
     */
    void dropBefore(YearMonth firstKept) {
        for (var month : signInLog.partitions().months()) {
            if (!month.isBefore(firstKept)) {
                return;
            }
            if (!signIns.areRecorded(
                    Instant.MIN, time.startOf(month.plusMonths(1).atDay(1)))) {
                log.warn("The log of {} is kept: the journal still has sign-ins made before its end", month);
                return;
            }
            if (!signInLog.isInCalendar(month)) {
                log.error("The log of {} is kept: it has sign-ins that are not in sign_in_month", month);
                return;
            }
            signInLog.partitions().drop(month);
            log.info("The log of {} was dropped: it was older than its retention", month);
        }
    }
}
