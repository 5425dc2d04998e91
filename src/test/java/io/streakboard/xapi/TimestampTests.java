package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

class TimestampTests {

    private record Timed(
            @JsonDeserialize(using = Timestamp.class) Instant at) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-18T04:00:00Z",
                "2026-11-18T12:00:00+08",
                "2026-11-18T12:00:00+0800",
                "2026-11-18T12:00:00+08:00",
                "2026-11-18T04:00:00.000000000Z"
            })
    void offsetsMayBeShort(String text) {
        assertThat(read(text)).isEqualTo("2026-11-18T04:00:00Z");
    }

    @Test
    void textsThatAreTooLongAreNotSearched() {
        var text = "T+00".repeat(250_000) + "Z"; // a search takes the square of its length

        assertThatExceptionOfType(MismatchedInputException.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining("malformed");
    }

    private static Instant read(String text) {
        return JsonMapper.shared()
                .readValue("{\"at\":\"" + text + "\"}", Timed.class)
                .at();
    }
}
