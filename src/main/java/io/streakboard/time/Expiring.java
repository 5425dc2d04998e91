package io.streakboard.time;

/** Data that is deleted when it has been kept long enough. */
public interface Expiring {

    /** Deletes at most {@code most} expired rows and returns how many. */
    int expire(int most);
}
