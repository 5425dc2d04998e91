package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The windows of a sliding board, in the business zone. Each day ends a window, which has the day's key and began some
 * days before. So several windows hold an instant; its period is the first of them.
 */
public final class WindowPeriods implements Periods {

    private final BusinessTime time;
    private final int days;
    private final Periods single;

    public WindowPeriods(BusinessTime time, BoardRule board) {
        this.time = time;
        this.days = board.days();
        this.single = DatePeriods.days(time);
    }

    /** The window that ends with the given day. */
    public Period ending(LocalDate day) {
        return new Period(day.toString(), time.startOf(day.minusDays(days - 1)), time.startOf(day.plusDays(1)));
    }

    @Override
    public Period at(Instant instant) {
        return ending(time.dayOf(instant));
    }

    @Override
    public Optional<Period> before(Period period) {
        return Optional.of(at(time.startOf(LocalDate.parse(period.key())).minusNanos(1)));
    }

    @Override
    public Optional<Period> find(String key) {
        return single.find(key).map(day -> ending(LocalDate.parse(day.key())));
    }
}
