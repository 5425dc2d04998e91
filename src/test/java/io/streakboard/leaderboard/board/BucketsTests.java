package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketsTests {

    private static final Buckets BUCKETS = new Buckets(List.of(9L, 99L), Order.DESCENDING);

    @Test
    void aBoundBelongsToTheRangeThatItEnds() {
        assertThat(List.of(0L, 9L, 10L, 99L, 100L, Long.MAX_VALUE))
                .extracting(BUCKETS::of)
                .containsExactly(0, 0, 1, 1, 2, 2);
    }

    @Test
    void smallScoresAreInTheBestBucketOfAnAscendingBoard() {
        var ascending = new Buckets(List.of(9L, 99L), Order.ASCENDING);

        assertThat(List.of(0L, 9L, 10L, 99L, 100L)).extracting(ascending::of).containsExactly(2, 2, 1, 1, 0);
    }
}
