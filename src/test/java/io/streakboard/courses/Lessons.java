package io.streakboard.courses;

import io.streakboard.activities.Activity;
import io.streakboard.activities.ActivityCompleted;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.time.BusinessTime;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Lessons and who has completed them, table {@code courses_lesson_completed}. */
@Service
@Profile("courses") // an example: no packaged application has it
class Lessons {

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    Lessons(JdbcClient jdbc, ApplicationEventPublisher events, BusinessTime time) {
        this.jdbc = jdbc;
        this.events = events;
        this.time = time;
    }

    /**
     * Records that a learner has completed a lesson, and announces it in the same transaction: the event is kept if the
     * completion is, and only then. To complete a lesson again changes nothing.
     */
    @Transactional
    public void complete(long learner, String lesson) {
        if (insert(learner, lesson)) {
            events.publishEvent(new ActivityCompleted(new Activity(learner, "LESSON", lesson, time.now())));
        }
    }

    /** Whether the completion is new. */
    private boolean insert(long learner, String lesson) {
        try {
            jdbc.sql("INSERT INTO courses_lesson_completed (user_id, lesson) VALUES (?, ?)")
                    .params(learner, lesson)
                    .update();
            return true;
        } catch (DuplicateKeyException known) {
            return false;
        }
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM courses_lesson_completed WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }

    long completedBy(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM courses_lesson_completed WHERE user_id = ?")
                .param(learner)
                .query(Long.class)
                .single();
    }
}
