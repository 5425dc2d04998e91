package io.streakboard.leaderboard.board;

import io.streakboard.leaderboard.board.BoardRule.Order;
import java.util.List;

/**
 * Ranges of scores, each ranked by itself: so a large edition has no large key, and its keys spread over a cluster.
 * They count from the worst, 0, to the best.
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
}
