package io.streakboard.leagues;

import io.streakboard.identity.LearnerFacts;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** A learner's league of this week. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LearnerLeague implements LearnerFacts {

    /**
     * @param week its first day
     * @param tier without points in this week the tier of the next one
     * @param place in the cohort; null without points in this week
     * @param members of the cohort
     */
    record LeagueFacts(
            LocalDate week, String tier, @Nullable Integer place, int members, long points) {}

    private final Leagues leagues;
    private final WeekTable weeks;
    private final MemberTable members;

    LearnerLeague(Leagues leagues, WeekTable weeks, MemberTable members) {
        this.leagues = leagues;
        this.weeks = weeks;
        this.members = members;
    }

    @Override
    public String section() {
        return "league";
    }

    @Override
    public Object of(long learner) {
        var week = weeks.current();
        var cohort = members.cohort(week, learner);
        for (int index = 0; index < cohort.size(); index++) {
            var member = cohort.get(index);
            if (member.learner() == learner) {
                return new LeagueFacts(week.first(), member.tier(), index + 1, cohort.size(), member.points());
            }
        }
        var last = members.last(week, Set.of(learner)).get(learner);
        return new LeagueFacts(week.first(), leagues.tier(last == null ? "" : last.tierAfter()), null, 0, 0);
    }
}
