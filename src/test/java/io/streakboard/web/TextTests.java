package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTests {

    private static final String FLAG = "a\uD83C\uDFC1";

    @Test
    void cutsNoSurrogatePairInHalf() {
        assertThat(Text.cut(FLAG, 3)).isEqualTo(FLAG);
        assertThat(Text.cut(FLAG, 2)).isEqualTo("a");
        assertThat(Text.cut("abc", 2)).isEqualTo("ab");
        assertThat(Text.cut("", 2)).isEmpty();
    }

    @Test
    void showsThatSomethingWasLeftOut() {
        assertThat(Text.shown(FLAG, 2)).isEqualTo("a…");
        assertThat(Text.shown("a\nb")).isEqualTo("a\\u000ab");
    }
}
