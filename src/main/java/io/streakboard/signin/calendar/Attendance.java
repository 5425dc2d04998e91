package io.streakboard.signin.calendar;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * How many learners have signed in. Each question reads the partition of one month, or of two. Sign-ins that the
 * journal still holds are not counted yet.
 */
@Component
class Attendance {

    /** @param madeUp how many of the learners have made the day up */
    record OfDay(LocalDate day, long learners, long madeUp) {

        OfDay(LocalDate day, Months.Count count) {
            this(day, count.learners(), count.madeUp());
        }
    }

    /**
     * @param learners who signed in on at least one day
     * @param signIns on all days
     */
    record OfMonth(YearMonth month, long learners, long signIns, long madeUp, List<OfDay> days) {}

    private final Months months;

    Attendance(Months months) {
        this.months = months;
    }

    OfDay of(LocalDate day) {
        return new OfDay(day, months.count(day));
    }

    OfMonth of(YearMonth month) {
        var count = months.count(month);
        var days = IntStream.range(0, count.days().size())
                .mapToObj(day -> new OfDay(month.atDay(day + 1), count.days().get(day)))
                .toList();
        return new OfMonth(
                month,
                count.learners(),
                days.stream().mapToLong(OfDay::learners).sum(),
                days.stream().mapToLong(OfDay::madeUp).sum(),
                days);
    }
}
