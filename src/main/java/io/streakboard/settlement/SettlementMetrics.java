package io.streakboard.settlement;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.season.Hold;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.steps.StepLedger;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Metrics of settlements. */
@Component
class SettlementMetrics {

    /** Seasons whose proof has failed. */
    static final String MISMATCHES = "streakboard.settlement.mismatch";

    /** The longest time that a season has been due for settlement; 0 if none is. */
    static final String OVERDUE = "streakboard.settlement.overdue";

    private final Seasons seasons;
    private final BusinessTime time;

    SettlementMetrics(StepLedger steps, Seasons seasons, BusinessTime time, MeterRegistry metrics) {
        this.seasons = seasons;
        this.time = time;
        metrics.gauge(MISMATCHES, steps, all -> all.mismatches().size());
        Gauge.builder(OVERDUE, () -> overdue().toSeconds()).baseUnit("seconds").register(metrics);
    }

    private Duration overdue() {
        var now = time.now();
        return seasons.newestFirst().stream()
                .filter(season -> season.state() != State.SETTLED)
                .filter(season -> now.isAfter(season.endsAt()))
                .map(this::ready)
                .filter(now::isAfter)
                .min(Instant::compareTo)
                .map(ready -> Duration.between(ready, now))
                .orElse(Duration.ZERO);
    }

    /**
     * Counts from a season's creation if it was made after its end, and from the last renewal of its holds, because a
     * held season awaits more activities.
     */
    private Instant ready(Season season) {
        return Stream.concat(
                        Stream.of(season.endsAt(), season.createdAt()),
                        seasons.holds(season.id()).stream().map(Hold::renewedAt))
                .max(Instant::compareTo)
                .orElseThrow();
    }
}
