package io.streakboard.signin;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health.Builder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Down if a drain has died, which only a new start of the instance helps: so it belongs to its liveness. */
@Component
class JournalHealthIndicator extends AbstractHealthIndicator {

    private final JournalDrain drain;

    JournalHealthIndicator(JournalDrain drain) {
        this.drain = drain;
    }

    @Override
    protected void doHealthCheck(Builder health) {
        var dead = drain.dead();
        health.status(dead.isEmpty() ? Status.UP : Status.DOWN).withDetail("dead", dead);
    }
}
