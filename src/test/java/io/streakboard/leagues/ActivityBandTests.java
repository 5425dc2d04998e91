package io.streakboard.leagues;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ActivityBandTests {

    @Test
    void noPointsAreBandZero() {
        assertThat(ActivityBand.of(0)).isZero();
        assertThat(ActivityBand.of(-7)).isZero();
        assertThat(ActivityBand.of(1)).isEqualTo(1);
    }

    /** Each doubling is three steps, also at powers that a logarithm in doubles misses. */
    @Test
    void aBandBeginsWithItsPowerOfTwo() {
        for (int doublings = 1; doublings < Long.SIZE - 1; doublings++) {
            long points = 1L << doublings;
            assertThat(ActivityBand.of(points)).as("%d", points).isEqualTo(1 + 3 * doublings);
            assertThat(ActivityBand.of(points - 1)).as("%d", points - 1).isLessThanOrEqualTo(3 * doublings);
        }
    }

    /** Band n has the points from the cube root of 2^(n-1) on. */
    @Test
    void allBandsAreExact() {
        LongStream.concat(LongStream.rangeClosed(1, 100_000), LongStream.of(999_999_999L, 2_147_483_647L))
                .forEach(points -> {
                    var cube = BigInteger.valueOf(points).pow(3);
                    int band = ActivityBand.of(points);
                    assertThat(cube).isGreaterThanOrEqualTo(BigInteger.TWO.pow(band - 1));
                    assertThat(cube).isLessThan(BigInteger.TWO.pow(band));
                });
    }
}
