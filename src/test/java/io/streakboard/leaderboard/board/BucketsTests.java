package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule.Order;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketsTests {

    private static final Instant NOON = Instant.parse("2026-11-21T04:00:00Z");
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

    @Test
    void aScoreIsInOneBucketAndTheWorseOnesKnow() {
        var score = new Score("ada", 50, NOON, 0, "{}");

        assertThat(BUCKETS.piece(0, score)).isEqualTo(new Score("ada", 0, null, 1, null));
        assertThat(BUCKETS.piece(1, score)).isEqualTo(new Score("ada", 50, NOON, 1, "{}"));
        assertThat(BUCKETS.piece(2, score)).isNull();
    }

    @Test
    void afterACorrectionTheBetterBucketsKnowAsWell() {
        var lowered = new Score("ada", 5, NOON, 2, null);

        assertThat(BUCKETS.piece(0, lowered)).isEqualTo(new Score("ada", 5, NOON, 6, null));
        assertThat(BUCKETS.piece(2, lowered)).isEqualTo(new Score("ada", 0, null, 6, null));
    }

    @Test
    void whoIsNotRankedIsInNoBucket() {
        var removed = new Score("ada", 0, null, 3, null);

        for (int i = 0; i < 3; i++) {
            assertThat(BUCKETS.piece(i, removed)).isEqualTo(new Score("ada", 0, null, 9, null));
            assertThat(BUCKETS.piece(i, new Score("bob", 0, null, 0, null))).isNull();
        }
    }
}
