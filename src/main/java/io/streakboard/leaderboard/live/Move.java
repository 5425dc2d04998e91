package io.streakboard.leaderboard.live;

import java.util.Comparator;

/**
 * In which bucket a member is by some score. Of two moves the one with more corrections is newer; between two
 * corrections a member only becomes better, so then it is the one to the better bucket.
 *
 * @param corrections {@link #UNKNOWN}: any other score is newer
 * @param bucket from 0, the worst
 */
public record Move(String member, int corrections, int bucket) {

    public static final int UNKNOWN = -1;

    public static final Comparator<Move> BY_AGE =
            Comparator.comparingInt(Move::corrections).thenComparingInt(Move::bucket);
}
