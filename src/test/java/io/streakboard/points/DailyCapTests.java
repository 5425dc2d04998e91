package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DailyCapTests {

    @ParameterizedTest(name = "{1} points with {2} used of {0} today: {3} {4}")
    @CsvSource({
        "50, 10, 0, AWARDED, 10",
        "50, 10, 40, AWARDED, 10",
        "50, 10, 41, CUT, 9",
        "50, 10, 49, CUT, 1",
        "50, 10, 50, REFUSED, 0",
        "50, 10, 60, REFUSED, 0",
        "20, 3, 18, CUT, 2",
        "10, 10, 0, AWARDED, 10",
        "50, 0, 50, AWARDED, 0",
        " , 10, 1000000000000, AWARDED, 10"
    })
    void paysTheRestOfTheCap(Integer cap, int points, long used, Outcome outcome, int paid) {
        var result = PostingResult.capped(points, cap, used);

        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.points()).isEqualTo(paid);
        assertThat(result.detail() == null).isEqualTo(outcome == Outcome.AWARDED);
    }
}
