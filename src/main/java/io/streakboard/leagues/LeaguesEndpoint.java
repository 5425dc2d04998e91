package io.streakboard.leagues;

import io.streakboard.leagues.CohortTable.TierReport;
import io.streakboard.leagues.StandingsCalculator.Moves;
import io.streakboard.leagues.WeekTable.WeekReport;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/leagues}: the last weeks, and the cohorts of this one by tier. {@code rehearse} counts the
 * provisional moves of this week, {@code end} ends a week without its completeness check.
 */
@Component
@Endpoint(id = "leagues")
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeaguesEndpoint {

    private static final int WEEKS = 10;

    /** @param rehearsal null unless asked for */
    record LeaguesReport(
            LocalDate week,
            List<TierReport> tiers,
            List<WeekReport> weeks,
            @Nullable Moves rehearsal) {}

    private final WeekTable weeks;
    private final CohortTable cohorts;
    private final StandingsCalculator calculator;
    private final WeekRollover rollover;
    private final BusinessTime time;

    LeaguesEndpoint(
            WeekTable weeks,
            CohortTable cohorts,
            StandingsCalculator calculator,
            WeekRollover rollover,
            BusinessTime time) {
        this.weeks = weeks;
        this.cohorts = cohorts;
        this.calculator = calculator;
        this.rollover = rollover;
        this.time = time;
    }

    @ReadOperation
    LeaguesReport report() {
        return report(weeks.current(), null);
    }

    @WriteOperation
    LeaguesReport act(String action, @Nullable LocalDate week) {
        return switch (action) {
            case "rehearse" -> {
                var current = weeks.current();
                yield report(current, calculator.rehearse(current));
            }
            case "end" -> {
                rollover.endUnverified(waiting(week));
                yield report();
            }
            default -> throw Problem.noneOf("action", List.of("rehearse", "end"));
        };
    }

    private Week waiting(@Nullable LocalDate first) {
        return weeks.over(time.today()).stream()
                .limit(1)
                .filter(week -> week.first().equals(first))
                .findFirst()
                .orElseThrow(() -> Problem.invalid(
                        "week", "must be the first day of the oldest week that is over and has not ended", "not-due"));
    }

    private LeaguesReport report(Week week, @Nullable Moves rehearsal) {
        return new LeaguesReport(week.first(), cohorts.byTier(week), weeks.newestFirst(WEEKS), rehearsal);
    }
}
