package io.streakboard.events;

import io.streakboard.events.Publications.Failed;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/events}: events that are not delivered yet. {@code resubmit} tries all of them again, parked ones
 * too; {@code discard} gives a parked one up for good, with a reason.
 */
@Component
@Endpoint(id = "events")
class EventsEndpoint {

    private static final Logger log = LoggerFactory.getLogger(EventsEndpoint.class);

    /** @param failing deliveries that will be tried again, for example {@code 2 SeasonEnded for Badges.on} */
    record Events(
            long open,
            long failed,
            long parked,
            List<String> failing,
            List<ParkedPublications.ParkedEvent> parkedPublications) {}

    record Resubmitted(int unparked) {}

    /** @param publication the discarded one, so that an admin can repeat its effect by hand; null if it was not parked */
    record DiscardedEvent(boolean discarded, @Nullable Failed publication) {}

    private final Publications publications;
    private final ParkedPublications parked;
    private final ResubmissionJob job;

    EventsEndpoint(Publications publications, ParkedPublications parked, ResubmissionJob job) {
        this.publications = publications;
        this.parked = parked;
        this.job = job;
    }

    @ReadOperation
    Events events() {
        var counts = publications.counts();
        return new Events(
                counts.open(),
                counts.failed(),
                counts.parked(),
                publications.failing().stream().map(ListenerBacklog::toString).toList(),
                parked.oldest());
    }

    /**
     * @param id with {@code discard}: the id of the publication
     * @param reason with {@code discard}: why, for the audit trail
     * @return a {@link Resubmitted} or a {@link DiscardedEvent}
     */
    @WriteOperation
    Object act(String action, @Nullable String id, @Nullable String reason) {
        return switch (action) {
            case "resubmit" -> resubmit();
            case "discard" -> discard(required("id", id), required("reason", reason));
            default -> throw Problem.noneOf("action", List.of("resubmit", "discard"));
        };
    }

    private static String required(String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw Problem.invalid(field, "is required", "required");
        }
        return text;
    }

    private Resubmitted resubmit() {
        int unparked = parked.unpark();
        job.resubmit();
        return new Resubmitted(unparked);
    }

    private DiscardedEvent discard(String id, String reason) {
        var discarded = parked.discard(id);
        discarded.ifPresent(event -> log.warn(
                "An admin gave up event publication {} to {}, as {}", id, event.listener(), Text.shown(reason)));
        return new DiscardedEvent(discarded.isPresent(), discarded.orElse(null));
    }
}
