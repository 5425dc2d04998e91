package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Redis itself packs is read in {@link LiveRankingContractTests}. */
class MessagePackTests {

    @Test
    void listsHaveNumbersTextsAndLists() {
        assertThat(list("93 01 a3 72 35 37 92 90 cd 01 00")).isEqualTo(List.of(1L, "r57", List.of(List.of(), 256L)));
    }

    @Test
    void textsAreInUtf8() {
        assertThat(list("91 a3 e2 82 ac")).isEqualTo(List.of("€"));
    }

    @Test
    void nothingElseIsExpected() {
        assertThatIllegalArgumentException()
                .as("null")
                .isThrownBy(() -> list("91 c0"))
                .withMessage("A script packed a c0");
        assertThatIllegalArgumentException().as("a map").isThrownBy(() -> list("81 01 02"));
        assertThatIllegalArgumentException().as("a fraction").isThrownBy(() -> list("91 cb 3f e0 00 00 00 00 00 00"));
    }

    private static List<?> list(String bytes) {
        return MessagePack.list(HexFormat.ofDelimiter(" ").parseHex(bytes));
    }
}
