package io.streakboard.imports;

import io.streakboard.imports.ImportRun.State;
import java.time.Instant;
import java.util.List;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Goes on with imports that nobody works on: their instance died, was stopped, or met with a failure. */
@Component
class TakeoverJob {

    private static final Logger log = LoggerFactory.getLogger(TakeoverJob.class);

    private final ImportRuns runs;
    private final Logbook logbook;
    private final ImportChunks chunks;
    private final ImportThreads threads;

    TakeoverJob(ImportRuns runs, Logbook logbook, ImportChunks chunks, ImportThreads threads) {
        this.runs = runs;
        this.logbook = logbook;
        this.chunks = chunks;
        this.threads = threads;
    }

    @Scheduled(fixedRateString = "${streakboard.imports.check-interval:10s}")
    @SchedulerLock(name = "take-over-imports")
    void run() {
        LockAssert.assertLocked();
        takeOver();
    }

    void takeOver() {
        var now = Instant.now();
        runs.findByStateAndLeaseUntilBefore(State.RUNNING, now).forEach(this::takeOver);
        runs.deleteAll(runs.findByStateAndLeaseUntilBefore(State.UPLOADING, now));
        chunks.runs().stream()
                .filter(run -> !runs.existsByIdAndStateIn(run, List.of(State.UPLOADING, State.RUNNING)))
                .forEach(chunks::delete);
    }

    private void takeOver(ImportRun run) {
        try {
            if (run.tryAgain()) {
                logbook.save(run);
                threads.begin(run);
                log.info("Import {} goes on here after line {}", run.id(), run.lineReached());
            } else {
                logbook.fail(run, "it broke off too often after line " + run.lineReached() + "; the log says why");
            }
        } catch (OptimisticLockingFailureException alive) {
            log.info("Import {} goes on where it was", run.id());
        }
    }
}
