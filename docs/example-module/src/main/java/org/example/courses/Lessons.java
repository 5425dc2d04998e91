package org.example.courses;

import io.streakboard.activities.Activity;
import io.streakboard.activities.ActivityCompleted;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.time.BusinessTime;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.transaction.annotation.Transactional;

/** The lessons that learners have completed, table {@code courses_lesson}. */
class Lessons {

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    Lessons(JdbcClient jdbc, ApplicationEventPublisher events, BusinessTime time) {
        this.jdbc = jdbc;
        this.events = events;
        this.time = time;
    }

    /** The event is kept if the completion is, and only then. To complete a lesson again changes nothing. */
    @Transactional
    public void complete(long learner, String lesson) {
        try {
            jdbc.sql("INSERT INTO courses_lesson (user_id, lesson) VALUES (?, ?)")
                    .params(learner, lesson)
                    .update();
        } catch (DuplicateKeyException known) {
            return;
        }
        events.publishEvent(new ActivityCompleted(new Activity(learner, "LESSON", lesson, time.now())));
    }

    long completedBy(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM courses_lesson WHERE user_id = ?")
                .param(learner)
                .query(Long.class)
                .single();
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM courses_lesson WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }
}
