package io.streakboard.leagues;

import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Enrolls learners soon after their first points of a week. Tiers are unknown until last week is verified: then {@link
 * LeagueJob} enrolls them.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeagueListener {

    private final Leagues leagues;
    private final WeekTable weeks;
    private final Enrollment enrollment;

    LeagueListener(Leagues leagues, WeekTable weeks, Enrollment enrollment) {
        this.leagues = leagues;
        this.weeks = weeks;
        this.enrollment = enrollment;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(PointsAwarded awarded) {
        var types = leagues.types();
        var learners = awarded.awards().stream()
                .filter(award -> award.points() > 0 && types.contains(award.type()))
                .map(Award::learner)
                .collect(Collectors.toSet());
        if (!learners.isEmpty()) {
            enrollment.enroll(weeks.begun(), learners);
        }
    }
}
