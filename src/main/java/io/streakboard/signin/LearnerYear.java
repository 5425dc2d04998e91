package io.streakboard.signin;

import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;

/** One learner's year: what one stretch of a bitmap holds. */
record LearnerYear(long learner, int year) {

    List<LocalDate> days(BitSet bits) {
        return bits.stream().mapToObj(day -> LocalDate.ofYearDay(year, day + 1)).toList();
    }
}
