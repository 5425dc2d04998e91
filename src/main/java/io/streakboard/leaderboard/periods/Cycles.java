package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
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
        periods.put(Cycle.HALF_HOUR, ClockPeriods.halfHours(time.zone()));
        periods.put(Cycle.HOUR, ClockPeriods.hours(time.zone()));
        periods.put(Cycle.DAY, DatePeriods.days(time));
        periods.put(Cycle.WEEK, DatePeriods.weeks(time));
        periods.put(Cycle.MONTH, DatePeriods.months(time));
        periods.put(Cycle.SEASON, new SeasonPeriods(seasons));
    }

    /** The period of a board that holds an instant; empty if there is none. Does not open a season of the past. */
    public Optional<Period> at(BoardRule board, Instant instant) {
        return board.cycle() == Cycle.SEASON
                ? season(instant)
                : Optional.of(of(board).at(instant));
    }

    private Optional<Period> season(Instant instant) {
        boolean past = instant.isBefore(seasons.current().startsAt());
        return past || !seasons.accepts(instant)
                ? seasons.opened(instant).map(SeasonPeriods::of)
                : Optional.of(of(Cycle.SEASON).at(instant));
    }

    public Period current(BoardRule board) {
        return of(board).at(time.now());
    }

    /** The period with a key, which may be {@code current} or {@code previous}; empty if the board has none. */
    public Optional<Period> find(BoardRule board, String key) {
        return find(of(board), key);
    }

    public Optional<Period> previousSeason() {
        return find(of(Cycle.SEASON), PREVIOUS);
    }

    private Optional<Period> find(Periods of, String key) {
        return switch (key) {
            case CURRENT -> Optional.of(of.at(time.now()));
            case PREVIOUS -> of.before(of.at(time.now()));
            default -> of.find(key);
        };
    }

    private Periods of(BoardRule board) {
        return switch (board.cycle()) {
            case NONE -> new NoPeriods(board);
            case SLIDING -> new WindowPeriods(time, board);
            default -> of(board.cycle());
        };
    }

    /** The previous period of a board; empty if there is none. */
    public Optional<Period> before(BoardRule board, Period period) {
        return of(board).before(period);
    }

    /** Whether the editions of a period are still kept. */
    public boolean keeps(BoardRule board, Period period) {
        return board.keeps(period, time.now());
    }

    private Periods of(Cycle cycle) {
        return Objects.requireNonNull(periods.get(cycle));
    }
}
