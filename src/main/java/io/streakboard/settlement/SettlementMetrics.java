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

    /** For how long the season that waits longest could have been settled; 0 if there is none. */
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

    /** A past season is made long after its end, and renewed holds mean that more activities are expected. */
    private Instant ready(Season season) {
        return Stream.concat(
                        Stream.of(season.endsAt(), season.createdAt()),
                        seasons.holds(season.id()).stream().map(Hold::renewedAt))
                .max(Instant::compareTo)
                .orElseThrow();
    }
}
