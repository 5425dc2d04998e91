package io.streakboard.settlement;

import io.streakboard.points.LedgerComparison;
import io.streakboard.season.Season;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.springframework.stereotype.Component;

/**
 * Compares ledger and totals for the proof. Both are closed since the seal, so the comparison begins beside the copy. Its
 * result is good for the next try of the proof alone, by this instance: any other compares for itself.
 */
@Component
class LedgerCheck {

    private record Begun(int epoch, Future<Optional<String>> difference) {}

    private final LedgerComparison ledger;
    private final StepLedger steps;
    private final Map<Long, Begun> begun = new ConcurrentHashMap<>();

    LedgerCheck(LedgerComparison ledger, StepLedger steps) {
        this.ledger = ledger;
        this.steps = steps;
    }

    /** Begins to compare, unless that has begun already for the next try of the proof. */
    void begin(Season season) {
        int next = steps.steps(season.id()).stream()
                        .filter(row -> row.step() == Step.VERIFY)
                        .mapToInt(StepRow::epoch)
                        .sum()
                + 1;
        begun.compute(
                season.id(),
                (id, earlier) -> earlier != null && earlier.epoch() == next ? earlier : new Begun(next, compare(id)));
    }

    private Future<Optional<String>> compare(long season) {
        var comparison = new FutureTask<>(() -> ledger.difference(season));
        Thread.ofVirtual().name("ledger-" + season).start(comparison);
        return comparison;
    }

    /** What differs, for a try of the proof. */
    Optional<String> difference(Season season, StepRow attempt) {
        var latest = begun.remove(season.id());
        return latest != null && latest.epoch() == attempt.epoch()
                ? SideBySide.result(latest.difference())
                : ledger.difference(season.id());
    }
}
