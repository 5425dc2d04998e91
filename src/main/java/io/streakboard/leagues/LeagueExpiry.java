package io.streakboard.leagues;

import static java.util.stream.Gatherers.windowFixed;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Expiring;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Deletes weeks that ended long ago, cohort by cohort. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeagueExpiry implements Expiring {

    private static final int COHORTS_A_STATEMENT = 20;

    private final WeekTable weeks;
    private final CohortTable cohorts;
    private final MemberTable members;
    private final LeagueProperties properties;
    private final BusinessTime time;

    LeagueExpiry(
            WeekTable weeks, CohortTable cohorts, MemberTable members, LeagueProperties properties, BusinessTime time) {
        this.weeks = weeks;
        this.cohorts = cohorts;
        this.members = members;
        this.properties = properties;
        this.time = time;
    }

    /** Deletes up to {@code limit} cohorts, with their members. */
    @Override
    public int expire(int limit) {
        var day = time.today().minusDays(properties.retention().toDays());
        var expired = cohorts.endedBy(day, limit);
        expired.stream().gather(windowFixed(COHORTS_A_STATEMENT)).forEach(some -> {
            members.remove(some);
            cohorts.remove(some);
        });
        if (expired.size() < limit) {
            weeks.removeEndedBy(day);
        }
        return expired.size();
    }
}
