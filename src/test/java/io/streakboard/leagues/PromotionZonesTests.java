package io.streakboard.leagues;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leagues.PromotionZones.Move;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromotionZonesTests {

    @ParameterizedTest
    @CsvSource({"30, 7", "29, 5", "15, 3", "9, 1", "5, 1", "3, 1", "2, 0", "1, 0", "0, 0"})
    void aSmallCohortHasNarrowZones(int active, int width) {
        assertThat(PromotionZones.width(7, active, 30)).isEqualTo(width);
    }

    @Test
    void aZoneIsNeverWiderThanConfiguredNorHalfOfTheCohort() {
        assertThat(PromotionZones.width(0, 30, 30)).isZero();
        assertThat(PromotionZones.width(2, 29, 30)).isEqualTo(2);
        for (int active = 0; active <= 30; active++) {
            assertThat(2 * PromotionZones.width(30, active, 30)).isLessThanOrEqualTo(Math.max(0, active - 1));
        }
    }

    @Test
    void learnersWithoutPointsStay() {
        var zones = new PromotionZones(10, 2, 3);

        assertThat(IntStream.rangeClosed(1, 12).mapToObj(zones::of))
                .containsExactly(
                        Move.PROMOTED,
                        Move.PROMOTED,
                        Move.STAYED,
                        Move.STAYED,
                        Move.STAYED,
                        Move.STAYED,
                        Move.STAYED,
                        Move.DEMOTED,
                        Move.DEMOTED,
                        Move.DEMOTED,
                        Move.STAYED,
                        Move.STAYED);
    }
}
