package io.streakboard.settlement;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** How settlements go. */
@Component
class SettlementMetrics {

    /** Seasons whose proof has failed. */
    static final String MISMATCHES = "streakboard.settlement.mismatch";

    /** For how long the season that waits longest has ended without being settled; 0 if there is none. */
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
                .map(Season::endsAt)
                .filter(now::isAfter)
                .min(Instant::compareTo)
                .map(ended -> Duration.between(ended, now))
                .orElse(Duration.ZERO);
    }
}
