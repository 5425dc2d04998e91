package io.streakboard.signin.reconciliation;

/**
 * What a comparison of bitmaps with the durable calendar has found.
 *
 * @param learners who have days in MySQL
 * @param days marked in MySQL: signed, made up for, or bridged by a freeze
 * @param onlyInMySql of these, missing in Redis
 * @param onlyInRedis marked in Redis, but neither in MySQL nor in the journal
 * @param waiting marked in Redis, and in MySQL not yet: in the journal, or parked
 * @param repaired of those on one side only, now on both
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

    /** What is on one side only and was not repaired. */
    long left() {
        return onlyInMySql + onlyInRedis - repaired;
    }
}
