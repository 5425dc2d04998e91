package io.streakboard.signin.reconciliation;

import io.streakboard.runs.CancellationToken;
import io.streakboard.runs.ExclusiveJobRunner;
import io.streakboard.runs.ExclusiveJobRunner.Begun;
import io.streakboard.signin.reconciliation.RunHistory.RunKind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Runs reconciliations in the background. Concurrent ones would set the same bits twice, which is harmless. */
@Component
class Reconciler {

    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);

    private final RunSteps steps;
    private final Rebuild rebuild;
    private final RunHistory history;
    private final ExclusiveJobRunner runs;

    Reconciler(RunSteps steps, Rebuild rebuild, RunHistory history, ExclusiveJobRunner runs) {
        this.steps = steps;
        this.rebuild = rebuild;
        this.history = history;
        this.runs = runs;
    }

    /** Begins to rebuild lost partitions. If another instance does, or compares, this one helps. */
    void restore(Set<Integer> lost) {
        if (!lost.isEmpty()
                && begin(RunKind.REBUILD, RunTarget.partitions(lost)).isEmpty()) {
            rebuild.help();
        }
    }

    /** Begins a run, unless another one is under way. */
    Optional<Begun<Long>> begin(RunKind kind, RunTarget wanted) {
        var target = steps.simplified(wanted);
        var since = steps.since(kind);
        return runs.begin(history, () -> history.begin(kind, target, since), (id, cancellation) -> {
            var report = new Report(id, cancellation);
            steps.run(kind, target, since, report::add);
            history.progress(id, report.found);
            log.info("Bitmaps and calendar since {} were compared, {}: {}", since, target, report.found);
        });
    }

    /** A run's findings so far. */
    private final class Report {

        private final long id;
        private final CancellationToken cancellation;
        private Drift found = Drift.NONE;
        private long shown = System.nanoTime();

        Report(long id, CancellationToken cancellation) {
            this.id = id;
            this.cancellation = cancellation;
        }

        void add(Drift drift) {
            cancellation.check();
            found = drift;
            if (System.nanoTime() - shown > REPORT_INTERVAL.toNanos()) {
                shown = System.nanoTime();
                history.progress(id, drift);
            }
        }
    }
}
