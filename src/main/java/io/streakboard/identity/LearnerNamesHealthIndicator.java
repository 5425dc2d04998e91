package io.streakboard.identity;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Down if the thread that writes names has died. Only a restart of the instance helps then. */
@Component
class LearnerNamesHealthIndicator extends AbstractHealthIndicator {

    private final LearnerNames names;

    LearnerNamesHealthIndicator(LearnerNames names) {
        this.names = names;
    }

    @Override
    protected void doHealthCheck(Builder health) {
        health.status(names.isDead() ? Status.DOWN : Status.UP);
    }
}
