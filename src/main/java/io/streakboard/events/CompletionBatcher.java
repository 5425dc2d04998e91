package io.streakboard.events;

import io.streakboard.sharing.WriteBehind;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Writes the outcomes of deliveries in batches, a moment later: a commit for each would cost as much as many deliveries.
 * Delivered events are removed from the registry; failed ones are marked for the next redelivery. After a crash the
 * events of an unfinished batch count as lost and are delivered again, which listeners expect.
 */
@Component
class CompletionBatcher implements SmartLifecycle {

    private static final RateLimitedLogger log =
            new RateLimitedLogger(LoggerFactory.getLogger(CompletionBatcher.class));

    private static final int BATCH = 500;
    private static final Duration LINGER = Duration.ofMillis(10);

    private record Outcome(UUID publication, boolean delivered) {}

    private final Publications publications;
    private final WriteBehind<Outcome> waiting = new WriteBehind<>(
            "event-outcomes",
            Integer.MAX_VALUE,
            BATCH,
            LINGER,
            this::write,
            (outcomes, failure) -> log.failure("Delivered events may be delivered again", failure));

    CompletionBatcher(Publications publications) {
        this.publications = publications;
    }

    /** False once this has stopped: then the caller writes the outcome itself. */
    boolean delivered(UUID publication) {
        return add(new Outcome(publication, true));
    }

    /** False like {@link #delivered}. */
    boolean failed(UUID publication) {
        return add(new Outcome(publication, false));
    }

    private boolean add(Outcome outcome) {
        return isRunning() && waiting.add(outcome);
    }

    private void write(List<Outcome> outcomes) {
        publications.remove(ids(outcomes, true));
        publications.fail(ids(outcomes, false));
    }

    private static List<String> ids(List<Outcome> outcomes, boolean delivered) {
        return outcomes.stream()
                .filter(outcome -> outcome.delivered() == delivered)
                .map(outcome -> outcome.publication().toString())
                .sorted()
                .toList();
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
