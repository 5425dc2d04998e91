package io.streakboard.events;

import io.streakboard.web.Problem;
import java.util.List;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/events}: events that are not delivered yet. {@code resubmit} tries all of them again, parked ones
 * too.
 */
@Component
@Endpoint(id = "events")
class EventsEndpoint {

    record Events(long open, long failed, long parked, List<Publications.ParkedEvent> parkedPublications) {}

    record Resubmitted(int unparked) {}

    private final Publications publications;
    private final ResubmissionJob job;

    EventsEndpoint(Publications publications, ResubmissionJob job) {
        this.publications = publications;
        this.job = job;
    }

    @ReadOperation
    Events events() {
        var counts = publications.counts();
        return new Events(counts.open(), counts.failed(), counts.parked(), publications.parked());
    }

    @WriteOperation
    Resubmitted act(String action) {
        if (!action.equals("resubmit")) {
            throw Problem.invalid("action", "must be 'resubmit'");
        }
        int unparked = publications.unpark();
        job.resubmit();
        return new Resubmitted(unparked);
    }
}
