package io.streakboard.settlement;

import io.streakboard.season.Seasons;
import io.streakboard.settlement.steps.StepLedger;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.stereotype.Component;

/**
 * Names the seasons whose proof has failed. The application still counts as healthy: taking its instances out of
 * service would not help.
 */
@Component
class SettlementHealthIndicator extends AbstractHealthIndicator {

    private final StepLedger steps;
    private final Seasons seasons;

    SettlementHealthIndicator(StepLedger steps, Seasons seasons) {
        this.steps = steps;
        this.seasons = seasons;
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
