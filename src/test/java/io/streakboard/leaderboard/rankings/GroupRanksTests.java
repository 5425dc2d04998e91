package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupRanksTests {

    @Test
    void ranksInAGroupFollowTheBoard() {
        var overall = List.of(3L, 7L, 7L, 90L);

        assertThat(GroupRanks.within(overall, RankStyle.STANDARD)).containsExactly(1L, 2L, 2L, 4L);
        assertThat(GroupRanks.within(overall, RankStyle.DENSE)).containsExactly(1L, 2L, 2L, 3L);
        assertThat(GroupRanks.within(List.of(3L, 7L, 8L, 90L), RankStyle.UNIQUE))
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(GroupRanks.within(List.of(), RankStyle.DENSE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1000, 1",
        "10, 1000, 1",
        "11, 1000, 5",
        "50, 1000, 5",
        "51, 1000, 10",
        "100, 1000, 10",
        "250, 1000, 25",
        "500, 1000, 50",
        "501, 1000, 100",
        "1000, 1000, 100"
    })
    void aBandIsTheSmallestThatHasTheRank(long rank, long total, int band) {
        assertThat(GroupRanks.band(rank, total)).isEqualTo(band);
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 5", "1, 99, 5", "1, 80, 10", "1, 20, 25", "1, 16, 50", "1, 8, 100", "1, 1, 100", "4, 4, 100"})
    void aBandHasFiveMembersOrMore(long rank, long total, int band) {
        assertThat(GroupRanks.band(rank, total)).isEqualTo(band);
    }
}
