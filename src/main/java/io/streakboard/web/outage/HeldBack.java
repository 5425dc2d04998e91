package io.streakboard.web.outage;

/** A line of the log that waits until it is clear whether a store is away. */
@FunctionalInterface
public interface HeldBack {

    /** @param times how many failures the line stands for */
    void write(long times);
}
