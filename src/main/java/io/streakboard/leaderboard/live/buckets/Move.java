package io.streakboard.leaderboard.live.buckets;

import java.util.Comparator;

/**
 * In which bucket a member is by some score. Of two moves the one with more corrections is newer; between two
 * corrections a member only becomes better, so then it is the one to the better bucket.
 *
 * @param bucket from 0, the worst
 */
record Move(String member, int corrections, int bucket) {

    static final Comparator<Move> BY_AGE =
            Comparator.comparingInt(Move::corrections).thenComparingInt(Move::bucket);

    boolean isNewerThan(Move other) {
        return BY_AGE.compare(this, other) > 0;
    }
}
