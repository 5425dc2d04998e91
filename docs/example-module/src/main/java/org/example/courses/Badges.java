package org.example.courses;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.points.PointsAwarded;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;

/** The badges of learners, table {@code courses_badge}. */
class Badges {

    private static final int ENOUGH = 30;

    private final JdbcClient jdbc;

    Badges(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Comes at least once and in any order: the key makes a second time harmless, sorted rows do not deadlock. */
    @ApplicationModuleListener
    void on(PointsAwarded awarded) {
        awarded.awards().stream()
                .filter(award -> award.total() >= ENOUGH)
                .map(PointsAwarded.Award::learner)
                .sorted()
                .distinct()
                .forEach(learner -> jdbc.sql(
                                "INSERT INTO courses_badge (user_id) VALUES (?) ON DUPLICATE KEY UPDATE user_id = user_id")
                        .param(learner)
                        .update());
    }

    boolean has(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM courses_badge WHERE user_id = ?")
                        .param(learner)
                        .query(Long.class)
                        .single()
                == 1;
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM courses_badge WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }
}
