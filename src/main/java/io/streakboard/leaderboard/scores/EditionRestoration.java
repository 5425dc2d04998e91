package io.streakboard.leaderboard.scores;

import static java.util.Comparator.naturalOrder;
import static java.util.stream.Gatherers.windowFixed;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.editions.EditionTable;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Rebuilds editions that are missing or outdated in Redis. Running editions come first, because they are read
 * most. Most runs check new editions only, see {@link RestoreCheckpoint}.
 */
@Component
class EditionRestoration {

    private static final int BATCH = 500;

    /** Limits the metric, which queries Redis for each edition. */
    private static final int MAX_COUNTED = 1_000;

    /**
     * Ids may be committed out of order, so the newest editions are skipped. That is safe, because the maker of an
     * edition also marks it as complete.
     */
    private static final Duration COMMITTED = Duration.ofSeconds(10);

    private final EditionTable table;
    private final Editions editions;
    private final EditionRepair repair;
    private final RestoreCheckpoint checkpoint;
    private final BusinessTime time;

    EditionRestoration(
            EditionTable table,
            Editions editions,
            EditionRepair repair,
            RestoreCheckpoint checkpoint,
            BusinessTime time,
            MeterRegistry metrics) {
        this.table = table;
        this.editions = editions;
        this.repair = repair;
        this.checkpoint = checkpoint;
        this.time = time;
        LiveBoards.countIncomplete(metrics, "configured", this::incomplete);
    }

    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "restore-editions")
    void run() {
        LockAssert.assertLocked();
        restore(time.now().minus(COMMITTED));
    }

    /** Takes minutes with many editions, and lost ones are not kept waiting. */
    @Scheduled(fixedRateString = "${streakboard.board.check-interval:2s}")
    @SchedulerLock(name = "compare-editions")
    void compareAfterRollout() {
        LockAssert.assertLocked();
        repair.mendAfterRollout(() -> sources(table.after(0, time.now(), time.now()).stream()));
    }

    private Stream<EditionSource> sources(Stream<Long> ids) {
        return ids.gather(windowFixed(BATCH))
                .flatMap(some -> table.of(some).stream())
                .flatMap(row -> editions.stored(row).stream())
                .filter(edition -> !edition.isSeries())
                .map(repair::source);
    }

    /** A failed edition does not block the others: the next run retries it. */
    void restore(Instant madeBefore) {
        var position = checkpoint.begin(editions.encodings());
        var ids = table.after(position.id(), madeBefore, time.now());
        long firstMissing = ids.stream()
                .gather(windowFixed(BATCH))
                .flatMap(some -> table.of(some).stream())
                .filter(row -> !isComplete(row, position.replicationIds()))
                .mapToLong(EditionRow::id)
                .min()
                .orElse(Long.MAX_VALUE);
        ids.stream()
                .filter(id -> id < firstMissing)
                .max(naturalOrder())
                .ifPresent(last -> checkpoint.write(position.to(last)));
    }

    private boolean isComplete(EditionRow row, List<String> replicationIds) {
        return editions.stored(row)
                .map(edition -> edition.isSeries() || repair.restore(repair.source(edition), replicationIds))
                .orElse(true);
    }

    /** Counts incomplete editions among the first thousand of the next run. */
    private long incomplete() {
        var ids = table.after(checkpoint.read(editions.encodings()).id(), time.now(), time.now());
        return ids.isEmpty() ? 0 : repair.incomplete(sources(ids.stream().limit(MAX_COUNTED)));
    }
}
