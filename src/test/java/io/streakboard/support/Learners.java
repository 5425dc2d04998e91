package io.streakboard.support;

import java.util.concurrent.atomic.AtomicLong;

/** Learners that no other test has. */
public final class Learners {

    private static final AtomicLong LAST = new AtomicLong(1_000_000);

    private Learners() {}

    public static long next() {
        return LAST.incrementAndGet();
    }
}
