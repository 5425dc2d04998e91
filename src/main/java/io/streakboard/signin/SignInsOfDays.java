package io.streakboard.signin;

import io.streakboard.signin.SignInLog.DaySum;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.TodayFigures;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The sign-ins of today beside those of other days at this hour, and of each of the last days. Make-ups do not count,
 * so the sums of days before yesterday change only by what comes late, and reading them may wait.
 */
@Component
class SignInsOfDays implements TodayFigures {

    /** @param byNow those until this hour of the day */
    record DayByNow(LocalDate day, long signIns, long byNow) {}

    /** @param days the oldest first; a day without sign-ins, or no longer in the log, is left out */
    record SignInFigures(DayByNow today, DayByNow yesterday, DayByNow weekAgo, List<DaySum> days) {}

    /** @param until by the ticker */
    private record KeptDays(LocalDate today, List<DaySum> sums, long until) {}

    private static final int DAYS = 60;

    /** Reading the days before yesterday takes at most this part of the time. */
    private static final int SHARE = 200;

    private static final int WEEK = 7;

    private final SignInLog log;
    private final BusinessTime time;
    private final LongSupplier nanos;
    private volatile @Nullable KeptDays kept;

    @Autowired
    SignInsOfDays(SignInLog log, BusinessTime time) {
        this(log, time, System::nanoTime);
    }

    SignInsOfDays(SignInLog log, BusinessTime time, LongSupplier nanos) {
        this.log = log;
        this.time = time;
        this.nanos = nanos;
    }

    @Override
    public String section() {
        return "signIns";
    }

    @Override
    public Duration freshFor() {
        return Duration.ofMinutes(1);
    }

    @Override
    public SignInFigures figures() {
        var today = time.today();
        var days = new ArrayList<>(before(today));
        days.addAll(log.sums(today.minusDays(1), today));
        return new SignInFigures(byNow(today, 0, days), byNow(today, 1, days), byNow(today, WEEK, days), days);
    }

    /** The days before yesterday. */
    private List<DaySum> before(LocalDate today) {
        var known = kept;
        long begun = nanos.getAsLong();
        if (known == null || !known.today().equals(today) || begun - known.until() >= 0) {
            var sums = log.sums(today.minusDays(DAYS - 1), today.minusDays(2));
            long ended = nanos.getAsLong();
            known = new KeptDays(today, sums, ended + (ended - begun) * SHARE);
            kept = known;
        }
        return known.sums();
    }

    private DayByNow byNow(LocalDate today, int ago, List<DaySum> days) {
        var day = today.minusDays(ago);
        long all = days.stream()
                .filter(sum -> sum.day().equals(day))
                .mapToLong(DaySum::signIns)
                .sum();
        return new DayByNow(day, all, ago == 0 ? all : log.countUntil(day, time.daysAgo(ago)));
    }
}
