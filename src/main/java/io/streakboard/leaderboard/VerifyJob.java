package io.streakboard.leaderboard;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.web.RateLimitedLogger;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Compares the boards whose scores are the ledger's points with it. A board that the ledger feeds is rebuilt where two
 * comparisons in a row find the same difference; awards that are under way differ once.
 */
@Component
class VerifyJob {

    /** Places that differed in the last comparison by this instance. */
    private static final String DRIFT = "streakboard.board.drift";

    private static final Logger log = LoggerFactory.getLogger(VerifyJob.class);
    private static final RateLimitedLogger failures = new RateLimitedLogger(log);

    private final AdministeredEditions editions;
    private final BoardAdministration administration;
    private final EditionRepair repair;
    private final AtomicLong drift;

    /** What the last comparison found, by edition. */
    private volatile Map<Long, BoardDrift> last = Map.of();

    VerifyJob(
            AdministeredEditions editions,
            BoardAdministration administration,
            EditionRepair repair,
            MeterRegistry metrics) {
        this.editions = editions;
        this.administration = administration;
        this.repair = repair;
        this.drift = metrics.gauge(DRIFT, new AtomicLong());
    }

    @Scheduled(
            initialDelayString = "${streakboard.board.verify-interval:1h}",
            fixedRateString = "${streakboard.board.verify-interval:1h}")
    @SchedulerLock(name = "verify-board")
    void run() {
        LockAssert.assertLocked();
        verify();
    }

    void verify() {
        var found = new HashMap<Long, BoardDrift>();
        editions.fed()
                .filter(edition -> !repair.isFilling(edition.board()))
                .forEach(edition -> found.put(edition.id(), verify(edition)));
        last = found;
        drift.set(Stream.concat(found.values().stream(), editions.ofPoints().map(this::compare))
                .mapToLong(BoardDrift::places)
                .sum());
    }

    private BoardDrift verify(AdministeredEdition fed) {
        var found = compare(fed);
        var before = last.get(fed.id());
        if (before != null && found.repeats(before)) {
            try {
                administration.rebuild(fed);
            } catch (RuntimeException failure) {
                failures.failure("The edition " + name(fed) + " was not rebuilt", failure);
            }
        }
        return found;
    }

    private BoardDrift compare(AdministeredEdition edition) {
        var found = repair.drift(edition.source());
        if (!found.none()) {
            log.warn("The edition {} differs from the ledger: {}", name(edition), found);
        }
        return found;
    }

    private static String name(AdministeredEdition edition) {
        return edition.source().edition().name();
    }
}
