package io.streakboard.courses;

import io.streakboard.activities.Activity;
import io.streakboard.activities.ActivityCompleted;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.time.BusinessTime;
import java.util.stream.Stream;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Profile;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/**
 * A listener that publishes: a lesson of a project is also a note in the learner's portfolio, and the note a review. So
 * each award is followed by a second, and that by a third, which is the last.
 */
@Component
@Profile("courses")
class Portfolios {

    static final String PROJECT = "project-";

    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    Portfolios(ApplicationEventPublisher events, BusinessTime time) {
        this.events = events;
        this.time = time;
    }

    /** Delivered twice it pays once: what follows has the source id of what it follows from. */
    @ApplicationModuleListener
    void on(PointsAwarded awarded) {
        var following = awarded.awards().stream()
                .filter(award -> award.sourceId().startsWith(PROJECT))
                .flatMap(award -> switch (award.type()) {
                    case "LESSON" -> Stream.of(following(award, "NOTE"));
                    case "NOTE" -> Stream.of(following(award, "REVIEW"));
                    default -> Stream.<Activity>empty();
                })
                .toList();
        if (!following.isEmpty()) {
            events.publishEvent(new ActivityCompleted(following));
        }
    }

    private Activity following(Award award, String type) {
        return new Activity(award.learner(), type, award.sourceId(), time.now());
    }
}
