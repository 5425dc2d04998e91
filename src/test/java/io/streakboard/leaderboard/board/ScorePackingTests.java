package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScorePackingTests {

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
    void pointsBeyondWhatFitsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pack(MONTH, MONTH.maxScore() + 1, START))
                .withMessageContaining("2147483647");
    }

    @Test
    void morePointsComeFirstWhenever() {
        assertThat(pack(MONTH, 11, START.plus(Duration.ofDays(30)))).isGreaterThan(pack(MONTH, 10, START));
    }

    @Test
    void ofEqualPointsWhoWasThereASecondEarlierComesFirst() {
        assertThat(pack(MONTH, 10, START.plusSeconds(100))).isGreaterThan(pack(MONTH, 10, START.plusSeconds(101)));
        assertThat(pack(MONTH, 10, START.plusMillis(100_100))).isEqualTo(pack(MONTH, 10, START.plusMillis(100_900)));
    }

    @Test
    void noPointsAreNoScore() {
        assertThat(pack(MONTH, 0, START)).isEqualTo(ScorePacking.NOT_RANKED);
        assertThat(pack(MONTH, -5, START)).isEqualTo(ScorePacking.NOT_RANKED);
    }

    @Test
    void aLongerPeriodTakesMoreBitsForTheTime() {
        var lastSecond = START.plus(Duration.ofDays(366)).minusSeconds(1);

        assertThat(YEAR.timeBits()).isEqualTo(25);
        assertThat(YEAR.maxScore()).as("the most that a total may have").isEqualTo(268_435_455L);
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

    private static long pack(ScorePacking packing, long points, Instant reachedAt) {
        return packing.pack(Score.ofLearner(42, points, reachedAt, 0));
    }
}
