package io.streakboard.support;

import java.time.YearMonth;

/** Past months that no other test has: what a test settles stays settled when it runs again. */
public final class Months {

    /** Tests name months of later years. */
    private static final YearMonth END = YearMonth.of(1999, 1);

    private static YearMonth next = YearMonth.of(1970, 2);

    private Months() {}

    public static YearMonth next() {
        return next(1);
    }

    /** The first of several in a row. */
    public static synchronized YearMonth next(int number) {
        var first = next;
        next = next.plusMonths(number);
        if (next.isAfter(END)) {
            throw new IllegalStateException("No month is left");
        }
        return first;
    }
}
