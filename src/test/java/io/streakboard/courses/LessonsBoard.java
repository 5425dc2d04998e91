package io.streakboard.courses;

import io.streakboard.leaderboard.ScoreSubmitted;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.points.PointsAwarded;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Profile;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** Counts the lessons of a week on the board {@code lessons}. */
@Component
@Profile("courses")
class LessonsBoard {

    private final ApplicationEventPublisher events;

    LessonsBoard(ApplicationEventPublisher events) {
        this.events = events;
    }

    /** Delivered twice it counts once: the message id is that of the award. */
    @ApplicationModuleListener
    void on(PointsAwarded awarded) {
        var lessons = awarded.awards().stream()
                .filter(award -> award.type().equals("LESSON"))
                .map(award -> NewScore.added(
                        "lessons", award.learner(), 1, award.seasonId() + ":" + award.sourceId(), award.reachedAt()))
                .toList();
        if (!lessons.isEmpty()) {
            events.publishEvent(new ScoreSubmitted(lessons));
        }
    }
}
