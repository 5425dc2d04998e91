package io.streakboard.events;

import io.streakboard.events.ParkedPublications.ParkedEvent;
import io.streakboard.identity.LearnerFacts;
import java.util.List;
import org.springframework.stereotype.Component;

/** Parked events about a learner. Their changes to points or boards are missing until an admin resubmits them. */
@Component
class LearnerEvents implements LearnerFacts {

    /** @param parked the oldest ones */
    record ParkedOfLearner(List<ParkedEvent> parked) {}

    private final ParkedPublications parked;

    LearnerEvents(ParkedPublications parked) {
        this.parked = parked;
    }

    @Override
    public String section() {
        return "events";
    }

    @Override
    public Object of(long learner) {
        return new ParkedOfLearner(parked.of(learner, MOST));
    }
}
