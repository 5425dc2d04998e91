package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Periods;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The periods of all cycles, in the business zone. */
@Component
public class Cycles {

    public static final String CURRENT = "current";
    public static final String PREVIOUS = "previous";

    private final BusinessTime time;
    private final Seasons seasons;
    private final Map<Cycle, Periods> periods = new EnumMap<>(Cycle.class);

    Cycles(BusinessTime time, Seasons seasons) {
        this.time = time;
        this.seasons = seasons;
        periods.put(Cycle.NONE, new NoPeriods());
        periods.put(Cycle.HALF_HOUR, ClockPeriods.halfHours(time.zone()));
        periods.put(Cycle.HOUR, ClockPeriods.hours(time.zone()));
        periods.put(Cycle.DAY, DatePeriods.days(time));
        periods.put(Cycle.WEEK, DatePeriods.weeks(time));
        periods.put(Cycle.MONTH, DatePeriods.months(time));
        periods.put(Cycle.SEASON, new SeasonPeriods(seasons));
    }

    /** The period of a cycle that holds an instant; empty if there can be none. */
    public Optional<Period> at(Cycle cycle, Instant instant) {
        return cycle == Cycle.SEASON && !seasons.accepts(instant)
                ? Optional.empty()
                : Optional.of(of(cycle).at(instant));
    }

    public Period current(Cycle cycle) {
        return of(cycle).at(time.now());
    }

    /** The period with a key, which may be {@code current} or {@code previous}; empty if the cycle has none. */
    public Optional<Period> find(Cycle cycle, String key) {
        return switch (key) {
            case CURRENT -> Optional.of(current(cycle));
            case PREVIOUS -> of(cycle).before(current(cycle));
            default -> of(cycle).find(key);
        };
    }

    /** The period before another of a cycle; empty if there is none. */
    public Optional<Period> before(Cycle cycle, Period period) {
        return of(cycle).before(period);
    }

    private Periods of(Cycle cycle) {
        var found = periods.get(cycle);
        if (found == null) {
            throw new IllegalArgumentException("There are no periods of the cycle " + cycle);
        }
        return found;
    }
}
