package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TiebreakerTests {

    private static final int RANKINGS = 1_000;

    /** A learner between two others in the order of ids is as often first, second and last. */
    @Test
    void aPlaceRevealsNothingOfTheId() {
        var places = IntStream.range(0, RANKINGS)
                .mapToObj(ranking -> order(Rules.TIEBREAKERS.of("season:" + ranking), 2001, 2003)
                        .indexOf(2002L))
                .toList();

        assertThat(IntStream.range(0, 3).map(place -> Collections.frequency(places, place)))
                .allMatch(times -> Math.abs(times - RANKINGS / 3) < RANKINGS / 10);
    }

    @Test
    void theOrderIsTheSameOnAllInstancesAndDiffersWithAnotherSecretOrRanking() {
        var order = order(Rules.TIEBREAKERS.of("season:1"), 1, 100);

        assertThat(order(new Tiebreakers("secret").of("season:1"), 1, 100)).isEqualTo(order);
        assertThat(order(new Tiebreakers("other").of("season:1"), 1, 100)).isNotEqualTo(order);
        assertThat(order(Rules.TIEBREAKERS.of("season:2"), 1, 100)).isNotEqualTo(order);
    }

    @Test
    void theSecretIsNotPrinted() {
        assertThat(Rules.TIEBREAKER.toString()).doesNotContain("secret");
    }

    private static List<Long> order(Tiebreaker tiebreaker, long first, long last) {
        return LongStream.rangeClosed(first, last)
                .boxed()
                .sorted(tiebreaker.order())
                .toList();
    }
}
