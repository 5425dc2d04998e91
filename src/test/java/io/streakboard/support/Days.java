package io.streakboard.support;

import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;

/** Days that no other test has, for daily boards: they keep scores for ten years. */
public final class Days {

    private static final LocalDate BEFORE = LocalDate.of(2016, 12, 31);
    private static final AtomicLong LAST = new AtomicLong();

    private Days() {}

    public static LocalDate next() {
        return BEFORE.plusDays(LAST.incrementAndGet());
    }
}
