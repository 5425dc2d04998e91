package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayNameTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Ada",
                "李雷",
                "한글",
                "علی‌رضا", // with a non-joiner
                "👩‍🚀", // with a joiner
                "❤️", // with a variation selector
                "\u0e01\u0e33",
                "\ufeffAda",
                "7"
            })
    void namesOfAllScriptsAreTaken(String name) {
        assertThat(DisplayName.violation("name", name, 100)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', text-length",
        "' ', text-length",
        "\ufeff, nothing-visible",
        "\u3164, nothing-visible",
        "\u115f\u1160\uffa0, nothing-visible",
        "\u2800, nothing-visible",
        "\u00ad\u200b\u200d\u2060, nothing-visible",
        "\ufe0f, nothing-visible",
        "\u0301, nothing-visible",
        "\u00a0\u3164, nothing-visible",
        "a\u202eb, control-characters",
        "a\u2066b, control-characters",
        "a\u0000b, control-characters",
        "a\u0085b, control-characters",
        "a\u2028b, control-characters"
    })
    void invisibleAndDirectionalCharactersAreRefused(String name, String code) {
        assertThat(DisplayName.violation("name", name, 100)).get().isEqualTo(violation(code));
    }

    @Test
    void linesTabsAndHalfCharactersAreRefused() {
        assertThat(DisplayName.violation("name", "a\nb", 9)).contains(violation("control-characters"));
        assertThat(DisplayName.violation("name", "a\tb", 9)).contains(violation("control-characters"));
        assertThat(DisplayName.violation("name", "a\ud83d", 9)).contains(ViolationCode.TEXT_BROKEN.of("name"));
    }

    @Test
    void charactersAreCountedAndNotTheirHalves() {
        assertThat(DisplayName.violation("name", "😀".repeat(60), 60)).isEmpty();
        assertThat(DisplayName.violation("name", "😀".repeat(61), 60))
                .contains(ViolationCode.TEXT_LENGTH.of("name", 60));
    }

    private static Violation violation(String code) {
        return switch (code) {
            case "text-length" -> ViolationCode.TEXT_LENGTH.of("name", 100);
            case "nothing-visible" -> ViolationCode.NOTHING_VISIBLE.of("name");
            default -> ViolationCode.CONTROL_CHARACTERS.of("name");
        };
    }
}
