package io.streakboard.signin.reconciliation;

/**
 * The findings of a comparison of bitmaps with the durable calendar.
 *
 * @param learners number of learners with days in MySQL
 * @param days number of days in MySQL: signed, made up for, or bridged by a freeze
 * @param onlyInMySql number of them that Redis lacks
 * @param onlyInRedis days marked in Redis, but neither in MySQL nor in the journal
 * @param waiting days marked in Redis and not yet in MySQL: they are in the journal or parked
 * @param repaired days that were on one side only and are now on both
 */
record Drift(long learners, long days, long onlyInMySql, long onlyInRedis, long waiting, long repaired) {

    static final Drift NONE = new Drift(0, 0, 0, 0, 0, 0);

    Drift plus(Drift other) {
        return new Drift(
                learners + other.learners,
                days + other.days,
                onlyInMySql + other.onlyInMySql,
                onlyInRedis + other.onlyInRedis,
                waiting + other.waiting,
                repaired + other.repaired);
    }

    /** The number of days that are on one side only and were not repaired. */
    long left() {
        return onlyInMySql + onlyInRedis - repaired;
    }
}
