package io.streakboard.events;

import io.streakboard.sharing.WriteBehind;
import io.streakboard.web.CountedLog;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Removes delivered events from the registry a moment later, in batches, because a commit for each event would cost as
 * much as many deliveries. After a crash the events of an unfinished batch are delivered again, which listeners expect.
 */
@Component
class Delivered implements SmartLifecycle {

    private static final CountedLog log = new CountedLog(LoggerFactory.getLogger(Delivered.class));

    private static final int BATCH = 500;
    private static final Duration LINGER = Duration.ofMillis(10);

    private final JdbcClient jdbc;
    private final WriteBehind<UUID> waiting = new WriteBehind<>(
            "delivered-events",
            Integer.MAX_VALUE,
            BATCH,
            LINGER,
            this::remove,
            (events, failure) ->
                    log.failure("Delivered events stay in the registry, and may be delivered again", failure));

    Delivered(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Removes a publication soon. */
    void add(UUID publication) {
        waiting.add(publication);
    }

    private void remove(List<UUID> publications) {
        jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id IN (:ids)")
                .param("ids", publications.stream().map(UUID::toString).sorted().toList())
                .update();
    }

    @Override
    public void start() {
        waiting.start();
    }

    @Override
    public void stop() {
        waiting.stop();
    }

    @Override
    public boolean isRunning() {
        return waiting.isRunning();
    }

    /** Starts before all publishers of events and stops after them. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
