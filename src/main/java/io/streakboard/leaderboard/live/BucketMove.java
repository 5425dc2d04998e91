package io.streakboard.leaderboard.live;

import java.util.Comparator;

/**
 * A member's move to the bucket of a score. More corrections are newer; with equal corrections the better bucket is
 * newer, because between two corrections a member only improves.
 *
 * @param corrections {@link #UNKNOWN}: any other score is newer
 * @param bucket from 0, the worst
 */
public record BucketMove(String member, int corrections, int bucket) {

    public static final int UNKNOWN = -1;

    public static final Comparator<BucketMove> BY_AGE =
            Comparator.comparingInt(BucketMove::corrections).thenComparingInt(BucketMove::bucket);
}
