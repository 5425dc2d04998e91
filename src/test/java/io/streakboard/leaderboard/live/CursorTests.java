package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTests {

    @Test
    void isReadBackFromItsText() {
        var within = new Cursor.Within("7.1795219200.12", 40, 123_456_789_012L);
        var below = new Cursor.Below("1.3407807929942597e+154", "fox.1:a_b-c");

        assertThat(Cursor.of(within.text())).isEqualTo(within);
        assertThat(Cursor.of(below.text())).isEqualTo(below);
        assertThat(Cursor.of(new Cursor.Below("128282223", "r57").text()))
                .isEqualTo(new Cursor.Below("128282223", "r57"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "w", "w 7 1", "w 7 -1 5", "w 7 123456 5", "w 7* 1 5", "b +inf fox", "b 1", "b 1 a b", "c 1 2"
            })
    void anythingElseIsNoCursor(String plain) {
        assertThat(Cursor.of(Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.US_ASCII))))
                .isNull();
        assertThat(Cursor.of("%%" + plain)).isNull();
    }
}
