package io.streakboard.signin.reconciliation;

import io.streakboard.runs.Background;
import io.streakboard.runs.CancellationToken;
import io.streakboard.runs.RunEnded;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.reconciliation.Comparison.Scope;
import io.streakboard.time.Polling;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Rebuilds the bitmaps of partitions from MySQL, one share of the partitions after the other. Instances divide the
 * shares: one begins with the first share, the others help and begin with the last. A lock for each share saves work
 * but does not exclude the others. If two instances rebuild a partition, only the one that began last can set its mark.
 *
 * <pre>
 * SET streakboard:lock:jobs:rebuild-bitmaps-3 … NX PX 60000     renewed while an instance rebuilds the share
 * </pre>
 */
@Component
class Rebuild {

    private static final Logger log = LoggerFactory.getLogger(Rebuild.class);

    /** Each share reads the ids of all learners once more, so there are few. */
    private static final int SHARES = 4;

    private static final int THREADS = 4;
    private static final Duration LOCK_TIME = Duration.ofMinutes(1);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Comparison comparison;
    private final CompletenessMark mark;
    private final Partitions partitions;
    private final CalendarProperties properties;
    private final LockProvider locks;
    private final Background background;
    private final AtomicBoolean busy = new AtomicBoolean();

    Rebuild(
            Comparison comparison,
            CompletenessMark mark,
            Partitions partitions,
            CalendarProperties properties,
            LockProvider locks,
            Background background) {
        this.comparison = comparison;
        this.mark = mark;
        this.partitions = partitions;
        this.properties = properties;
        this.locks = locks;
        this.background = background;
    }

    /**
     * Rebuilds partitions, and waits for shares that other instances are rebuilding.
     *
     * @param progress gets the findings so far; if it throws, the rebuild ends
     */
    Drift run(Set<Integer> wanted, Consumer<Drift> progress) {
        busy.set(true);
        try {
            var lost = mark.missing();
            var found = Drift.NONE;
            for (int share = 0; share < SHARES; share++) {
                var before = found;
                Consumer<Drift> sum = drift -> progress.accept(before.plus(drift));
                var lock = await(share, () -> sum.accept(Drift.NONE));
                try {
                    var rebuiltByOthers = without(lost, mark.missing());
                    found = before.plus(rebuild(without(share(share, wanted), rebuiltByOthers), sum));
                } finally {
                    lock.unlock();
                }
            }
            return found;
        } finally {
            busy.set(false);
        }
    }

    /** Rebuilds lost partitions that no other instance is rebuilding, in the background. */
    void help() {
        if (busy.compareAndSet(false, true)) {
            background.begin("help-to-rebuild", cancellation -> {
                try {
                    for (int share = SHARES - 1; share >= 0; share--) {
                        rebuildIfFree(share, cancellation);
                    }
                } catch (RunEnded stopped) {
                    log.info("The application stops; others rebuild the bitmaps that are left");
                } finally {
                    busy.set(false);
                }
            });
        }
    }

    private void rebuildIfFree(int share, CancellationToken cancellation) {
        lock(share).ifPresent(lock -> {
            try {
                rebuild(share(share, mark.missing()), drift -> cancellation.check());
            } finally {
                lock.unlock();
            }
        });
    }

    /** The marks are set at the end: once Redis has all days in MySQL, calendars are whole. */
    private Drift rebuild(Set<Integer> some, Consumer<Drift> progress) {
        if (some.isEmpty()) {
            return Drift.NONE;
        }
        var token = mark.begin(some);
        var scope =
                new Scope(null, learner -> some.contains(partitions.of(learner)), properties.firstDay(), true, THREADS);
        var found = comparison.ofRedis(scope, progress);
        mark.finish(token, some);
        log.info("Bitmaps of partitions {} were rebuilt: {}", some, found);
        return found;
    }

    private SimpleLock await(int share, Runnable stillWanted) {
        var lock = lock(share);
        while (lock.isEmpty()) {
            stillWanted.run();
            Polling.pause(CHECK_INTERVAL);
            lock = lock(share);
        }
        return lock.get();
    }

    private Optional<SimpleLock> lock(int share) {
        return locks.lock(
                new LockConfiguration(ClockProvider.now(), "rebuild-bitmaps-" + share, LOCK_TIME, Duration.ZERO));
    }

    private static Set<Integer> share(int share, Set<Integer> partitions) {
        return partitions.stream()
                .filter(partition -> partition % SHARES == share)
                .collect(Collectors.toSet());
    }

    private static Set<Integer> without(Set<Integer> some, Set<Integer> others) {
        return some.stream().filter(each -> !others.contains(each)).collect(Collectors.toSet());
    }
}
