package io.streakboard.signin.journal;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Down if a consumer has died. Only a restart of the instance helps, so this is part of liveness. */
@Component
class JournalHealthIndicator extends AbstractHealthIndicator {

    private final JournalConsumers consumers;

    JournalHealthIndicator(JournalConsumers consumers) {
        this.consumers = consumers;
    }

    @Override
    protected void doHealthCheck(Builder health) {
        var dead = consumers.dead();
        health.status(dead.isEmpty() ? Status.UP : Status.DOWN).withDetail("dead", dead);
    }
}
