package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BoardMemberTests {

    @Property
    void theLowerIdHasTheHigherBytes(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long some,
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long other) {
        assertThat(Integer.signum(Arrays.compareUnsigned(bytes(some), bytes(other))))
                .isEqualTo(Long.compare(other, some));
    }

    @Property
    void theIdIsReadBackFromTextAndBytes(@ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long learner) {
        assertThat(BoardMember.learner(BoardMember.of(learner))).isEqualTo(learner);
        assertThat(BoardMember.learner(bytes(learner))).isEqualTo(learner);
    }

    @Test
    void neighboursAreInOrderAlsoWhereADigitIsAdded() {
        for (long power = 10; power > 0 && power < Long.MAX_VALUE / 10; power *= 10) {
            assertThat(Arrays.compareUnsigned(bytes(power - 1), bytes(power))).isPositive();
            assertThat(Arrays.compareUnsigned(bytes(power), bytes(power + 1))).isPositive();
        }
    }

    @Test
    void aMemberLooksAsDescribed() {
        assertThat(List.of(9L, 10L, 42L, 1_000_000L, Long.MAX_VALUE).stream().map(BoardMember::of))
                .containsExactly("s0", "r89", "r57", "m8999999", "a0776627963145224192");
    }

    private static byte[] bytes(long learner) {
        return BoardMember.of(learner).getBytes(StandardCharsets.US_ASCII);
    }
}
