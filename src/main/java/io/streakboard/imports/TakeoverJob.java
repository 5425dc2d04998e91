package io.streakboard.imports;

import static java.util.Objects.requireNonNullElse;

import io.streakboard.runs.Background;
import io.streakboard.runs.RunState;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Continues imports without a live lease, because their instance died, stopped or failed. */
@Component
class TakeoverJob {

    private static final Logger log = LoggerFactory.getLogger(TakeoverJob.class);

    private final ImportRuns runs;
    private final ImportCheckpoint checkpoint;
    private final ImportChunks chunks;
    private final Import imports;
    private final Background background;

    TakeoverJob(
            ImportRuns runs, ImportCheckpoint checkpoint, ImportChunks chunks, Import imports, Background background) {
        this.runs = runs;
        this.checkpoint = checkpoint;
        this.chunks = chunks;
        this.imports = imports;
        this.background = background;
    }

    @Scheduled(fixedRateString = "${streakboard.imports.check-interval:10s}")
    @SchedulerLock(name = "take-over-imports")
    void run() {
        LockAssert.assertLocked();
        takeOver();
    }

    void takeOver() {
        runs.findByStateAndLeaseUntilBefore(RunState.RUNNING, Instant.now()).forEach(this::takeOver);
        chunks.runs().stream()
                .filter(run -> !runs.existsByIdAndFinishedAtIsNull(run))
                .forEach(chunks::delete);
    }

    private void takeOver(ImportRun run) {
        try {
            if (run.tryAgain()) {
                checkpoint.save(run);
                background.begin(run.owner(), stop -> imports.run(run, stop));
                log.info("Import {} goes on here after line {}", run.id(), run.lineReached());
            } else {
                checkpoint.fail(
                        run,
                        "it broke off too often after line " + run.lineReached() + ": "
                                + requireNonNullElse(run.waitingFor(), "the log says why"));
            }
        } catch (OptimisticLockingFailureException alive) {
            log.info("Import {} goes on where it was", run.id());
        }
    }
}
