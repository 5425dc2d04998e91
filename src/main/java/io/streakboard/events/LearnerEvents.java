package io.streakboard.events;

import io.streakboard.events.Publications.ParkedEvent;
import io.streakboard.identity.LearnerFacts;
import java.util.List;
import org.springframework.stereotype.Component;

/** Events about a learner that were given up: until they are delivered, points or boards lack what they tell. */
@Component
class LearnerEvents implements LearnerFacts {

    /** @param parked the oldest ones */
    record Facts(List<ParkedEvent> parked) {}

    private final Publications publications;

    LearnerEvents(Publications publications) {
        this.publications = publications;
    }

    @Override
    public String section() {
        return "events";
    }

    @Override
    public Object of(long learner) {
        return new Facts(publications.parkedOf(learner, MOST));
    }
}
