package io.streakboard.time;

/** What is kept for some time and deleted then. */
public interface Expiring {

    /** Deletes at most so many that have been kept long enough, and returns how many. */
    int expire(int most);
}
