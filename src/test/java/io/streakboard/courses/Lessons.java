package io.streakboard.courses;

import io.streakboard.activities.Activity;
import io.streakboard.activities.ActivityCompleted;
import java.time.Clock;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Lessons and who has completed them, table {@code courses_lesson_completed}. */
@Service
@Profile("courses") // an example: only tests that ask for it have it
class Lessons {

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;
    private final Clock clock;

    Lessons(JdbcClient jdbc, ApplicationEventPublisher events, Clock clock) {
        this.jdbc = jdbc;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Records that a learner has completed a lesson, and announces it in the same transaction: the event is kept if the
     * completion is, and only then. The lesson is the source id, so that completing it again pays nothing.
     */
    @Transactional
    public void complete(long learner, String lesson) {
        jdbc.sql("INSERT INTO courses_lesson_completed (learner, lesson) VALUES (?, ?)")
                .params(learner, lesson)
                .update();
        events.publishEvent(new ActivityCompleted(new Activity(learner, "LESSON", lesson, clock.instant())));
    }
}
