package io.streakboard.leaderboard.settled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RankOrderTests {

    private final RankOrder order = new RankOrder();

    @Test
    void morePointsComeFirstThenTheEarlierTime() {
        read(4, "1,12,500;2,10,-3;3,10,0;4,10,0;");

        assertThat(order.wrong()).isZero();
        assertThat(order.beforeFirstWrong()).isEmpty();
    }

    @Test
    void findsMorePointsAfterFewer() {
        read(4, "1,12,0;2,9,0;3,10,0;4,-1,0;");

        assertThat(order.wrong()).isEqualTo(1);
        assertThat(order.beforeFirstWrong()).hasValue(2);
    }

    @Test
    void findsTheEarlierAfterTheLater() {
        read(3, "1,10,5;2,10,4;3,10,3;");

        assertThat(order.wrong()).isEqualTo(2);
        assertThat(order.beforeFirstWrong()).hasValue(1);
    }

    @Test
    void comparesTheLastOfATextWithTheFirstOfTheNext() {
        read(1, "1,10,0;");
        read(0, "");
        read(1, "2,11,0;");

        assertThat(order.wrong()).isEqualTo(1);
        assertThat(order.beforeFirstWrong()).hasValue(1);
    }

    @Test
    void refusesATruncatedText() {
        assertThatIllegalStateException().isThrownBy(() -> read(2, "1,10,0;2,10,1"));
    }

    @Test
    void refusesUnsortedRanks() {
        assertThatIllegalStateException().isThrownBy(() -> read(2, "2,10,0;1,11,0;"));
    }

    private void read(long ranks, String text) {
        order.read(ranks, text.getBytes(StandardCharsets.US_ASCII));
    }
}
