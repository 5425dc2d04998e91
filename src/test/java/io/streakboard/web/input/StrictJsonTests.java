package io.streakboard.web.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.constraints.Size;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class StrictJsonTests {

    record Item(
            @Nullable Long learner,
            @Nullable String type,
            @Nullable Instant at,
            @Nullable LocalDate day) {}

    record Batch(@Size(max = 3) List<Item> items) {}

    record Unbounded(List<String> texts) {}

    private final JsonMapper json = StrictJson.mapper(List.of());

    @Test
    void readsValuesOfTheExpectedTypes() {
        var item = json.readValue("""
                {"learner": 42, "type": "LESSON", "at": "2026-11-21T08:00:00+08:00", "day": "2026-11-21", "other": [1]}
                """, Item.class);

        assertThat(item)
                .isEqualTo(new Item(42L, "LESSON", Instant.parse("2026-11-21T00:00:00Z"), LocalDate.of(2026, 11, 21)));
    }

    @Test
    void keepsTheOrderAndTheGapsOfAList() {
        assertThat(json.readValue("{\"items\": [{\"learner\": 2}, null, {\"learner\": 1}]}", Batch.class)
                        .items())
                .containsExactly(new Item(2L, null, null, null), null, new Item(1L, null, null, null));
    }

    @Test
    void stopsAtTheFirstItemTooManyOfAListThatNeverEnds() {
        assertThatThrownBy(() -> json.readValue(endless("{\"items\": [", "{},"), Batch.class))
                .isInstanceOfSatisfying(ListTooLong.class, tooLong -> {
                    assertThat(tooLong.most()).isEqualTo(3);
                    assertThat(tooLong.getPath())
                            .singleElement()
                            .satisfies(
                                    step -> assertThat(step.getPropertyName()).isEqualTo("items"));
                });
    }

    @Test
    void stopsAfterAThousandItemsOfAListWithoutABound() {
        assertThatThrownBy(() -> json.readValue(endless("{\"texts\": [", "\"x\","), Unbounded.class))
                .isInstanceOf(ListTooLong.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "{\"items\":[", "[{\"x\":"})
    void stopsWhereABodyNestsTooDeep(String level) {
        assertThatThrownBy(() -> json.readValue(endless("{\"other\": ", level), Batch.class))
                .isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "{\"", "1"})
    void stopsInATextANameANumberWithoutEnd(String begin) {
        assertThatThrownBy(() -> json.readValue(endless("{\"type\": " + begin, "1"), Item.class))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void stopsInAMapWithoutEnd() {
        var names = new Object() {
            int last;
        };
        var members = Stream.generate(() -> "\"" + names.last++ + "\": \"x\",");
        assertThatThrownBy(() -> json.readValue(stream("{", members), Map.class))
                .isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"learner\": 100.9}",
                "{\"learner\": 100.0}",
                "{\"learner\": 1e2}",
                "{\"learner\": 1e400}",
                "{\"learner\": \"100\"}",
                "{\"learner\": \"0x10\"}",
                "{\"learner\": \"\"}",
                "{\"learner\": true}",
                "{\"learner\": [1]}",
                "{\"learner\": 9223372036854775808}",
                "{\"learner\": NaN}",
                "{\"learner\": 0x10}",
                "{\"type\": 5}",
                "{\"type\": 5.5}",
                "{\"type\": true}",
                "{\"type\": [\"x\"]}",
                "{\"type\": {}}",
                "{\"at\": 20777}",
                "{\"at\": 1e400}",
                "{\"at\": 1.5}",
                "{\"at\": \"\"}",
                "{\"at\": \"20777\"}",
                "{\"at\": \"2026-11-21\"}",
                "{\"at\": \"+1000000000-01-01T00:00:00Z\"}",
                "{\"at\": [2026, 11, 21]}",
                "{\"day\": 20777}",
                "{\"day\": [2026, 11, 21]}",
                "{\"day\": \"2026-11-21T00:00:00Z\"}",
                "{\"day\": \"\"}",
                "{\"day\": \"+12026-11-21\"}",
                "{\"day\": \"2026-02-30\"}",
                "{\"learner\": 1, \"learner\": 2}",
                "{\"x\": 1, \"x\": 2}",
                "{} {}",
                "{} x",
                "/**/{}",
                "{'learner': 1}"
            })
    void convertsNoTypeIntoAnother(String body) {
        assertThatThrownBy(() -> json.readValue(body, Item.class)).isInstanceOf(JacksonException.class);
    }

    @Test
    void takesNumbersAsTextsForTheActuatorAlone() {
        var actuators = StrictJson.withNumbersAsTexts(json);

        assertThat(actuators.readValue("{\"type\": 5}", Item.class).type()).isEqualTo("5");
        assertThatThrownBy(() -> actuators.readValue("{\"type\": 5.5}", Item.class))
                .isInstanceOf(JacksonException.class);
    }

    private static InputStream endless(String begin, String part) {
        return stream(begin, Stream.generate(() -> part));
    }

    private static InputStream stream(String begin, Stream<String> parts) {
        var bytes = Stream.concat(Stream.of(begin), parts)
                .flatMapToInt(String::chars)
                .iterator();
        return new InputStream() {

            @Override
            public int read() {
                return bytes.nextInt();
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                buffer[offset] = (byte) read();
                return 1;
            }
        };
    }
}
