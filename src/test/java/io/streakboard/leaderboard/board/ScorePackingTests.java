package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScorePackingTests {

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);
    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");
    private static final ScorePacking MONTH = ScorePacking.between(START, START.plus(Duration.ofDays(31)));
    private static final ScorePacking YEAR = ScorePacking.between(START, START.plus(Duration.ofDays(367)));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 10, 999_999, (1L << 31) - 2, (1L << 31) - 1})
    void whatIsPackedIsUnpackedAgainAtEverySecondOfTheMonthThatMatters(long points) {
        for (long second : new long[] {0, 1, 86_399, 86_400, Duration.ofDays(31).toSeconds() - 1}) {
            var reachedAt = START.plusSeconds(second);

            assertThat(MONTH.standing(3, 42, pack(MONTH, points, reachedAt)))
                    .isEqualTo(new Standing(3, 42, points, reachedAt));
        }
    }

    @Test
    void theLargestScoreIsStillExactAsADouble() {
        long largest = pack(MONTH, MONTH.maxScore(), START);

        assertThat(largest).isEqualTo((1L << 53) - 1);
        assertThat((long) (double) largest).isEqualTo(largest);
        assertThat((double) largest).isGreaterThan((double) (largest - 1));
    }

    @Test
    void aMonthLeavesRoomForTwoBillionPoints() {
        assertThat(MONTH.maxScore()).isEqualTo(2_147_483_647L);
    }

    @Test
    void pointsThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pack(MONTH, MONTH.maxScore() + 1, START))
                .withMessageContaining("2147483647");
    }

    @Test
    void morePointsComeFirstAtAnyTime() {
        assertThat(pack(MONTH, 11, START.plus(Duration.ofDays(30)))).isGreaterThan(pack(MONTH, 10, START));
    }

    @Test
    void theEarlierSecondComesFirstWithEqualPoints() {
        assertThat(pack(MONTH, 10, START.plusSeconds(100))).isGreaterThan(pack(MONTH, 10, START.plusSeconds(101)));
        assertThat(pack(MONTH, 10, START.plusMillis(100_100))).isEqualTo(pack(MONTH, 10, START.plusMillis(100_900)));
    }

    @Test
    void noPointsAreNoScore() {
        assertThat(MONTH.pack(Score.ofLearner(42, 0, START, 0))).isEqualTo(ScorePacking.NOT_RANKED);
        assertThat(MONTH.pack(Score.ofLearner(42, -5, START, 0))).isEqualTo(ScorePacking.NOT_RANKED);
    }

    @Test
    void aLongerPeriodTakesMoreBitsForTheTime() {
        var lastSecond = START.plus(Duration.ofDays(366)).minusSeconds(1);

        assertThat(YEAR.timeBits()).isEqualTo(25);
        assertThat(YEAR.maxScore()).as("the maximum of a total").isEqualTo(268_435_455L);
        assertThat(YEAR.standing(1, 42, pack(YEAR, YEAR.maxScore(), lastSecond)))
                .isEqualTo(new Standing(1, 42, YEAR.maxScore(), lastSecond));
        assertThat(pack(YEAR, YEAR.maxScore(), START)).isEqualTo((1L << 53) - 1);
    }

    @Test
    void aTimeOutsideThePeriodNeverChangesThePoints() {
        var early = pack(MONTH, 10, START.minusSeconds(5));
        var late = pack(MONTH, 10, START.plus(Duration.ofDays(500)));

        assertThat(MONTH.standing(1, 42, early).points()).isEqualTo(10);
        assertThat(MONTH.standing(1, 42, late).points()).isEqualTo(10);
    }

    @Test
    void numbersOfMoreThan53BitsSortLikeTheirDoubles() {
        var board = packing(Cycle.NONE, Order.DESCENDING, Ties.FIRST, ONE_SECOND, 1_000_000_000);
        var now = Instant.parse("2026-11-21T10:00:00Z");
        var scores = new long[] {0, 1, 2, 499_999_999, 999_999_999, 1_000_000_000};

        assertThat(board.big()).isTrue();
        double before = 0;
        for (long score : scores) {
            for (int second = 2; second >= 0; second--) {
                long packed = pack(board, score, now.plusSeconds(second));
                double value = board.value(packed);
                assertThat(value).isGreaterThan(before).isFinite();
                assertThat(board.packed(Double.parseDouble(board.text(packed)))).isEqualTo(packed);
                assertThat(board.packed(Double.parseDouble("%.16e".formatted(value))))
                        .as("with 17 digits")
                        .isEqualTo(packed);
                assertThat(board.score(packed)).isEqualTo(score);
                assertThat(board.reachedAt(packed)).isEqualTo(now.plusSeconds(second));
                before = value;
            }
        }
    }

    @Test
    void allBitsOfADoubleAreUsed() {
        for (var ties : Ties.values()) {
            for (var cycle : Cycle.values()) {
                long most = ScorePacking.mostScore(cycle, ties, ONE_SECOND);
                var board = packing(cycle, Order.DESCENDING, ties, ONE_SECOND, most);

                assertThat(board.value(((most << board.timeBits()) | board.latest())))
                        .isFinite();
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> packing(cycle, Order.DESCENDING, ties, ONE_SECOND, most + 1));
            }
        }
    }

    @Test
    void theMaximumScoresAreAsDocumented() {
        var millisecond = Duration.ofMillis(1);

        assertThat(ScorePacking.mostScore(Cycle.NONE, Ties.FIRST, ONE_SECOND)).isEqualTo(1_073_741_823);
        assertThat(ScorePacking.mostScore(Cycle.NONE, Ties.LAST, millisecond)).isEqualTo(1_048_575);
        assertThat(ScorePacking.mostScore(Cycle.MONTH, Ties.FIRST, millisecond)).isEqualTo(536_870_911);
        assertThat(ScorePacking.mostScore(Cycle.SEASON, Ties.FIRST, millisecond))
                .isEqualTo(67_108_863);
        assertThat(ScorePacking.mostScore(Cycle.DAY, Ties.FIRST, millisecond)).isEqualTo((1L << 34) - 1);
        assertThat(ScorePacking.mostScore(Cycle.NONE, Ties.NONE, millisecond)).isEqualTo((1L << 61) - 1);
    }

    @Test
    void onAnAscendingBoardFewerComeFirst() {
        var board = packing(Cycle.DAY, Order.ASCENDING, Ties.FIRST, ONE_SECOND, 100);

        assertThat(pack(board, 0, START)).isGreaterThan(pack(board, 1, START));
        assertThat(pack(board, 100, START)).isGreaterThan(pack(board, 100, START.plusSeconds(1)));
        assertThat(board.score(pack(board, 0, START))).isZero();
        assertThat(board.score(pack(board, 100, START))).isEqualTo(100);
        assertThat(board.reachedAt(pack(board, 7, START.plusSeconds(5)))).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void tiesFavourTheFirstTheLastOrNeither() {
        var last = packing(Cycle.DAY, Order.DESCENDING, Ties.LAST, Duration.ofMillis(1), 100);
        var none = packing(Cycle.DAY, Order.DESCENDING, Ties.NONE, ONE_SECOND, 100);

        assertThat(pack(last, 7, START.plusMillis(1))).isGreaterThan(pack(last, 7, START));
        assertThat(last.reachedAt(pack(last, 7, START.plusMillis(1)))).isEqualTo(START.plusMillis(1));
        assertThat(pack(none, 7, START.plusMillis(1))).isEqualTo(pack(none, 7, START));
    }

    private static ScorePacking packing(Cycle cycle, Order order, Ties ties, Duration resolution, long maxScore) {
        var rule = Rules.rule(cycle, Members.LEARNER, order, ties, resolution, RankStyle.UNIQUE, maxScore, 0);
        return ScorePacking.of(rule, cycle == Cycle.NONE ? Rules.ALL : new Period("some", START, START));
    }

    private static long pack(ScorePacking packing, long points, Instant reachedAt) {
        return packing.pack(new Score("42", points, reachedAt, 0, null));
    }

    /** A bound belongs to the range that it ends. */
    @Test
    void cutsAreTheWorstPackedNumbersOfTheBetterRanges() {
        var descending = Rules.with(Rules.BASE, Map.of("maxScore", 500L));
        var ascending = Rules.with(descending, Map.of("order", Order.ASCENDING));

        assertThat(scores(descending)).containsExactly(10L, 100L);
        assertThat(scores(ascending)).containsExactly(99L, 9L);
    }

    private static List<Long> scores(BoardRule rule) {
        var packing = ScorePacking.of(rule, Rules.ALL);
        var cuts = packing.cuts(List.of(9L, 99L));
        assertThat(cuts).isSorted().allMatch(cut -> packing.score(cut - 1) != packing.score(cut));
        return cuts.stream().map(packing::score).toList();
    }
}
