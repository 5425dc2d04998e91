package io.streakboard.model;

import io.streakboard.activities.Activity;
import io.streakboard.activities.ActivityCompleted;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.modulith.events.ApplicationModuleListener;

/**
 * A listener that publishes, as a course module may: whoever is paid for a shout has it answered by an echo, which pays
 * as well. Delivered twice, the echo has the same source id.
 */
public class Echoes {

    static final String SHOUT = "shout-";
    static final String ECHO = "echo of ";

    private final ApplicationEventPublisher events;

    Echoes(ApplicationEventPublisher events) {
        this.events = events;
    }

    @ApplicationModuleListener
    void on(PointsAwarded awarded) {
        var echoes = awarded.awards().stream()
                .filter(award -> award.points() > 0 && award.sourceId().startsWith(SHOUT))
                .map(Echoes::echo)
                .toList();
        if (!echoes.isEmpty()) {
            events.publishEvent(new ActivityCompleted(echoes));
        }
    }

    private static Activity echo(Award award) {
        return new Activity(award.learner(), award.type(), ECHO + award.sourceId(), award.reachedAt());
    }
}
