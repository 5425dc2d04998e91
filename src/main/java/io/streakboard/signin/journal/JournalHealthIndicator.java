package io.streakboard.signin.journal;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Down if a drain has died. Only a restart of the instance helps, so this is part of liveness. */
@Component
class JournalHealthIndicator extends AbstractHealthIndicator {

    private final JournalConsumers threads;

    JournalHealthIndicator(JournalConsumers threads) {
        this.threads = threads;
    }

    @Override
    protected void doHealthCheck(Builder health) {
        var dead = threads.dead();
        health.status(dead.isEmpty() ? Status.UP : Status.DOWN).withDetail("dead", dead);
    }
}
