package io.streakboard.courses;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import java.util.Comparator;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** Gives a badge to learners who reach thirty points in a season, table {@code courses_badge}. */
@Component
@Profile("courses")
class Badges {

    private static final int ENOUGH = 30;

    private final JdbcClient jdbc;

    Badges(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Runs at least once for every award and in any order: the key makes a second time harmless. Rows are written in
     * the order of learners, so that two deliveries side by side do not deadlock.
     */
    @ApplicationModuleListener
    void on(PointsAwarded awarded) {
        awarded.awards().stream()
                .filter(award -> award.total() >= ENOUGH)
                .sorted(Comparator.comparingLong(Award::learner).thenComparingLong(Award::seasonId))
                .forEach(award ->
                        jdbc.sql("""
                                INSERT INTO courses_badge (user_id, season) VALUES (?, ?)
                                ON DUPLICATE KEY UPDATE season = season
                                """).params(award.learner(), award.seasonId()).update());
    }

    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("DELETE FROM courses_badge WHERE user_id = ?")
                .param(deleted.learner())
                .update();
    }

    boolean has(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM courses_badge WHERE user_id = ?")
                        .param(learner)
                        .query(Long.class)
                        .single()
                == 1;
    }
}
