package io.streakboard.leaderboard.board;

import io.streakboard.leaderboard.board.BoardRule.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of scores, each ranked by itself: so a large edition has no large key, and its keys spread over a cluster. They
 * count from the worst, 0, to the best. Pure.
 *
 * <p>A member changes its bucket in pieces, one for each bucket, and the pieces may come twice and in any order. So each
 * has a number that rises with every change of the bucket: the corrections, then the bucket. Between two corrections a
 * member only becomes better, so it only gets into better buckets.
 *
 * @param bounds the greatest score of each range but the last, in rising order
 */
public record Buckets(List<Long> bounds, Order order) {

    public int count() {
        return bounds.size() + 1;
    }

    /** The bucket of a score. */
    public int of(long score) {
        int range = (int) bounds.stream().filter(bound -> bound < score).count();
        return order == Order.DESCENDING ? range : bounds.size() - range;
    }

    /**
     * The piece of a score that a bucket gets: the score itself, that the member is elsewhere, or null if the bucket need
     * not know. A bucket that is worse has to know, as an older score may still come. One that is better cannot have had
     * the member since its last correction.
     */
    public @Nullable Score piece(int bucket, Score score) {
        boolean ranked = score.reachedAt() != null;
        int home = ranked ? of(score.score()) : 0;
        int number = Math.addExact(Math.multiplyExact(score.corrections(), count()), home);
        if (ranked && bucket == home) {
            return new Score(score.member(), score.score(), score.reachedAt(), number, score.extra());
        }
        return bucket < home || score.corrections() > 0 ? new Score(score.member(), 0, null, number, null) : null;
    }
}
