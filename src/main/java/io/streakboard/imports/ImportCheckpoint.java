package io.streakboard.imports;

import static java.util.Objects.requireNonNull;

import io.streakboard.runs.RunState;
import io.streakboard.season.SeasonHolds;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Saves the progress of imports with their errors and their holds on seasons, in one transaction. Only the holder of
 * the run's newest version can save it: a paused instance changes nothing when it wakes up.
 */
@Component
class ImportCheckpoint {

    private static final int MOST_TRIES = 20;

    private final ImportRuns runs;
    private final ImportErrors errors;
    private final SeasonHolds holds;
    private final ImportProperties properties;
    private final BusinessTime time;
    private final TransactionTemplate transactions;

    ImportCheckpoint(
            ImportRuns runs,
            ImportErrors errors,
            SeasonHolds holds,
            ImportProperties properties,
            BusinessTime time,
            TransactionTemplate transactions) {
        this.runs = runs;
        this.errors = errors;
        this.holds = holds;
        this.properties = properties;
        this.time = time;
        this.transactions = transactions;
    }

    /**
     * Renews a run's lease and holds, beside its work.
     *
     * @return whether the run still has the lease
     */
    boolean renew(ImportRun run) {
        synchronized (run) { // a save changes the version
            return requireNonNull(transactions.execute(status -> {
                boolean renewed =
                        runs.renew(run.id(), run.version(), Instant.now().plus(properties.lease())) == 1;
                if (renewed) {
                    holds.renew(run.owner(), null);
                }
                return renewed;
            }));
        }
    }

    /** Saves a run's progress and renews its lease. */
    void save(ImportRun run) {
        run.touch(time.now(), properties.lease());
        write(run, () -> holds.renew(run.owner(), null));
    }

    /** The same, in one transaction with work that changes the run. */
    void saveWith(ImportRun run, Runnable work) {
        transactions.executeWithoutResult(status -> {
            work.run();
            save(run);
        });
    }

    /** The same, and holds the seasons of further months for the run. */
    void hold(ImportRun run, Set<YearMonth> months) {
        run.touch(time.now(), properties.lease());
        write(run, () -> holds.hold(months, run.owner(), "a file is being imported", null));
    }

    /** The same, and releases the seasons of all months that are not still to come. */
    void leaveBehind(ImportRun run, Set<YearMonth> toCome) {
        run.touch(time.now(), properties.lease());
        write(run, () -> holds.releaseAllBut(toCome, run.owner()));
    }

    /** Gives up a run, so that another instance can take it over at once. */
    void leave(ImportRun run) {
        run.touch(time.now(), Duration.ZERO);
        write(run, () -> {});
    }

    void done(ImportRun run) {
        run.done(time.now());
        write(run, () -> holds.release(run.owner()));
    }

    void fail(ImportRun run, String reason) {
        run.fail(time.now(), reason);
        write(run, () -> holds.release(run.owner()));
    }

    /**
     * Ends a run even while another instance works on it: that instance's next save fails, because its version is
     * older. Counted lines stay counted. A run that has ended stays as it is.
     */
    Optional<ImportRun> cancel(long id, String admin) {
        for (int tries = 1; ; tries++) {
            var run = runs.findById(id);
            if (run.isEmpty() || run.get().state() != RunState.RUNNING) {
                return run;
            }
            try {
                fail(run.get(), "cancelled by " + admin);
            } catch (OptimisticLockingFailureException saved) {
                if (tries == MOST_TRIES) {
                    throw saved;
                }
            }
        }
    }

    private void write(ImportRun run, Runnable change) {
        synchronized (run) {
            run.follow(requireNonNull(transactions.execute(status -> {
                var saved = runs.saveAndFlush(run);
                errors.append(run.id(), run.takeErrors());
                change.run();
                return saved;
            })));
        }
    }
}
