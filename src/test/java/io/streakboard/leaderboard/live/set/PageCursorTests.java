package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageCursorTests {

    @Test
    void isReadBackFromItsText() {
        var within = new PageCursor.Offset("7.1795219200.12", 40, 123_456_789_012L);
        var below = new PageCursor.Keyset("1.3407807929942597e+154", "fox.1:a_b-c");

        assertThat(PageCursor.of(within.text())).isEqualTo(within);
        assertThat(PageCursor.of(below.text())).isEqualTo(below);
        assertThat(PageCursor.of(new PageCursor.Keyset("128282223", "r57").text()))
                .isEqualTo(new PageCursor.Keyset("128282223", "r57"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "w",
                "w 7 1",
                "w 7 -1 5",
                "w 7 123456 5",
                "w 7* 1 5",
                "b +inf fox",
                "b 1",
                "b 1 a b",
                "b 1.2.3 fox",
                "b 0... fox",
                "b 1. fox",
                "c 1 2"
            })
    void anythingElseIsNoCursor(String plain) {
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> PageCursor.of(Cursor.of(plain)));
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> PageCursor.of("%%" + plain));
    }
}
