package io.streakboard.settlement;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.season.Seasons;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.stereotype.Component;

/**
 * Names the seasons whose proof has failed, and counts them for alarms. The application is healthy all the same: to take
 * its instances out of service would help nobody.
 */
@Component
class SettlementHealthIndicator extends AbstractHealthIndicator {

    static final String MISMATCHES = "streakboard.settlement.mismatch";

    private final StepLedger steps;
    private final Seasons seasons;

    SettlementHealthIndicator(StepLedger steps, Seasons seasons, MeterRegistry metrics) {
        this.steps = steps;
        this.seasons = seasons;
        metrics.gauge(MISMATCHES, steps, all -> all.mismatches().size());
    }

    @Override
    protected void doHealthCheck(Builder health) {
        health.up()
                .withDetail(
                        "mismatch",
                        steps.mismatches().stream()
                                .map(id -> seasons.byId(id).name())
                                .toList());
    }
}
