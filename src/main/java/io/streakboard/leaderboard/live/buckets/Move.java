package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.Score.Closing;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * In which bucket a member is by some score. Of two moves the one with more corrections is newer; between two
 * corrections a member only becomes better, so then it is the one to the better bucket.
 *
 * @param bucket from 0, the worst
 * @param closing what the member had when the day before ended, if that is known
 */
record Move(
        String member,
        int corrections,
        int bucket,
        @Nullable Closing closing) {

    static final Comparator<Move> BY_AGE =
            Comparator.comparingInt(Move::corrections).thenComparingInt(Move::bucket);

    boolean isNewerThan(Move other) {
        return BY_AGE.compare(this, other) > 0;
    }
}
