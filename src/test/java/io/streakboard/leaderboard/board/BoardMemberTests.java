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
    void theLowerIdHasTheHigherBytesAmongEqualHashes(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long some,
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long other) {
        assertThat(Integer.signum(Arrays.compareUnsigned(afterHash(some), afterHash(other))))
                .isEqualTo(Long.compare(other, some));
    }

    @Property
    void theIdIsReadBackFromTextAndBytes(@ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long learner) {
        assertThat(BoardMember.learner(BoardMember.of(Rules.TIEBREAKER, learner)))
                .isEqualTo(learner);
        assertThat(BoardMember.learner(bytes(learner))).isEqualTo(learner);
    }

    @Test
    void neighboursAreInOrderAlsoWhereADigitIsAdded() {
        for (long power = 10; power > 0 && power < Long.MAX_VALUE / 10; power *= 10) {
            assertThat(Arrays.compareUnsigned(afterHash(power - 1), afterHash(power)))
                    .isPositive();
            assertThat(Arrays.compareUnsigned(afterHash(power), afterHash(power + 1)))
                    .isPositive();
        }
    }

    @Test
    void aMemberHasTheDocumentedForm() {
        assertThat(List.of(9L, 10L, 42L, 1_000_000L, Long.MAX_VALUE).stream()
                        .map(learner ->
                                BoardMember.of(Rules.TIEBREAKER, learner).substring(Tiebreaker.LENGTH)))
                .containsExactly("s0", "r89", "r57", "m8999999", "a0776627963145224192");
    }

    @Property
    void bytesHaveTheOppositeOrderOfTheTiebreaker(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long some,
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long other) {
        assertThat(Integer.signum(Arrays.compareUnsigned(bytes(some), bytes(other))))
                .isEqualTo(Integer.signum(Rules.TIEBREAKER.order().compare(other, some)));
    }

    private static byte[] bytes(long learner) {
        return BoardMember.of(Rules.TIEBREAKER, learner).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] afterHash(long learner) {
        var bytes = bytes(learner);
        return Arrays.copyOfRange(bytes, Tiebreaker.LENGTH, bytes.length);
    }
}
