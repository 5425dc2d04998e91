package io.streakboard.signin.calendar;

import java.time.LocalDate;
import java.util.Comparator;

/** A year of a learner: a range of bytes in each of three bitmaps. */
public record LearnerYear(long learner, int year) implements Comparable<LearnerYear> {

    private static final Comparator<LearnerYear> ORDER =
            Comparator.comparingLong(LearnerYear::learner).thenComparingInt(LearnerYear::year);

    /** The learner's year of a day. */
    static LearnerYear of(long learner, LocalDate day) {
        return new LearnerYear(learner, day.getYear());
    }

    @Override
    public int compareTo(LearnerYear other) {
        return ORDER.compare(this, other);
    }
}
