package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.season.Season;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardScoreTests {

    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");
    private static final BoardScore MONTH = BoardScore.of(season(Duration.ofDays(31)));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 10, 999_999, (1L << 31) - 2, (1L << 31) - 1})
    void whatIsPackedIsUnpackedAgainAtEverySecondOfTheMonthThatMatters(long points) {
        for (long second : new long[] {0, 1, 86_399, 86_400, Duration.ofDays(31).toSeconds() - 1}) {
            var reachedAt = START.plusSeconds(second);
            long score = MONTH.pack(points, reachedAt);

            assertThat(MONTH.points(score)).isEqualTo(points);
            assertThat(MONTH.reachedAt(score)).isEqualTo(reachedAt);
        }
    }

    @Test
    void theLargestScoreIsStillExactAsADouble() {
        long largest = MONTH.pack(MONTH.mostPoints(), START);

        assertThat(largest).isEqualTo((1L << 53) - 1);
        assertThat((long) (double) largest).isEqualTo(largest);
        assertThat((double) largest).isGreaterThan((double) (largest - 1));
    }

    @Test
    void aMonthLeavesRoomForTwoBillionPoints() {
        assertThat(MONTH.mostPoints()).isEqualTo(2_147_483_647L);
    }

    @Test
    void pointsBeyondWhatFitsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MONTH.pack(MONTH.mostPoints() + 1, START))
                .withMessageContaining("2147483647");
    }

    @Test
    void morePointsComeFirstWhenever() {
        assertThat(MONTH.pack(11, START.plus(Duration.ofDays(30)))).isGreaterThan(MONTH.pack(10, START));
    }

    @Test
    void ofEqualPointsWhoWasThereASecondEarlierComesFirst() {
        assertThat(MONTH.pack(10, START.plusSeconds(100))).isGreaterThan(MONTH.pack(10, START.plusSeconds(101)));
        assertThat(MONTH.pack(10, START.plusMillis(100_100))).isEqualTo(MONTH.pack(10, START.plusMillis(100_900)));
    }

    @Test
    void noPointsAreNoScore() {
        assertThat(MONTH.pack(0, START)).isZero();
        assertThat(MONTH.pack(-5, START)).isZero();
    }

    @Test
    void aLongerSeasonTakesMoreBitsForTheTime() {
        var year = BoardScore.of(season(Duration.ofDays(367)));

        assertThat(year.mostPoints()).as("the most that a total may have").isEqualTo(268_435_455L);
        var lastSecond = START.plus(Duration.ofDays(366)).minusSeconds(1);
        long score = year.pack(year.mostPoints(), lastSecond);

        assertThat(year.timeBits()).isEqualTo(25);
        assertThat(year.mostPoints()).isEqualTo((1L << 28) - 1);
        assertThat(year.points(score)).isEqualTo(year.mostPoints());
        assertThat(year.reachedAt(score)).isEqualTo(lastSecond);
        assertThat(year.pack(year.mostPoints(), START)).isEqualTo((1L << 53) - 1);
    }

    @Test
    void aTimeOutsideTheSeasonNeverChangesThePoints() {
        assertThat(MONTH.points(MONTH.pack(10, START.minusSeconds(5)))).isEqualTo(10);
        assertThat(MONTH.points(MONTH.pack(10, START.plus(Duration.ofDays(500)))))
                .isEqualTo(10);
    }

    private static Season season(Duration length) {
        return new Season(1, "test", START, START.plus(length), Season.State.OPEN, null, null, START, null);
    }
}
