package io.streakboard.rulebook;

import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.stereotype.Component;

/**
 * Out of service if the instance does not understand the version in force or the next one, so this is part of
 * readiness. An instance that cannot read about versions goes on by those that it knows, and is {@code degraded}.
 */
@Component
class RulebookHealthIndicator extends AbstractHealthIndicator {

    /** Several polls. */
    private static final Duration DEGRADED = Duration.ofSeconds(10);

    private final Rulebook rulebook;

    RulebookHealthIndicator(Rulebook rulebook) {
        this.rulebook = rulebook;
    }

    @Override
    protected void doHealthCheck(Builder health) {
        var failure = rulebook.notUnderstood();
        if (failure == null) {
            health.up()
                    .withDetail("version", rulebook.version())
                    .withDetail("degraded", rulebook.lag().compareTo(DEGRADED) > 0);
        } else {
            health.outOfService().withDetail("reason", failure.getMessage());
        }
    }
}
