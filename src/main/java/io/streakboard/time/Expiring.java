package io.streakboard.time;

/** Data that is deleted after its retention. */
public interface Expiring {

    /** Deletes at most {@code most} expired rows and returns how many. */
    int expire(int most);
}
