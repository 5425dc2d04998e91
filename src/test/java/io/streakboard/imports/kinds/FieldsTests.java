package io.streakboard.imports.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.streakboard.imports.kinds.Fields.Malformed;
import io.streakboard.web.ViolationCode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTests {

    private final Fields fields = new Fields(
            List.of("user_id", "score", "occurred_at", "extra"), new String[] {"42", "", "2026-11-21T08:00:00Z", "x"});

    @Test
    void areReadByTheNamesOfTheirColumns() {
        assertThat(fields.number("user_id")).isEqualTo(42);
        assertThat(fields.instant("occurred_at")).isEqualTo("2026-11-21T08:00:00Z");
        assertThat(fields.optional("extra")).isEqualTo("x");
        assertThat(fields.optional("score")).isNull();
        assertThat(fields.optionalNumber("score")).isNull();
        assertThat(fields.optionalNumber("user_id")).isEqualTo(42);
    }

    @Test
    void aFieldThatIsNoNumberNamesItsColumn() {
        assertThatThrownBy(() -> fields.optionalNumber("extra")).isInstanceOfSatisfying(Malformed.class, malformed -> {
            assertThat(malformed.violation().field()).isEqualTo("extra");
            assertThat(malformed.violation().code()).isEqualTo("not-a-number");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "007",
                "+7",
                "-0",
                "-",
                "",
                " 7",
                "7\n",
                "7.0",
                "7e0",
                "0x7",
                "\uff17",
                "\u0667",
                "\ud835\udfd5",
                "9223372036854775808"
            })
    void aNumberIsReadAsInJson(String number) {
        var line = new Fields(List.of("delta"), new String[] {number});

        assertThatThrownBy(() -> line.number("delta"))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.violation().code()).isEqualTo("not-a-number"));
        assertThat(new Fields(List.of("delta"), new String[] {"-7"}).number("delta"))
                .isEqualTo(-7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-21T08:00:00Z", "2026-11-21T16:00:00.000+08:00"})
    void aTimeIsReadAsInJson(String time) {
        assertThat(new Fields(List.of("given_at"), new String[] {time}).instant("given_at"))
                .isEqualTo("2026-11-21T08:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21t08:00:00z",
                "2026-11-21T08:00:00.Z",
                "2026-11-21T08:00:00+08",
                "2026-11-21T08:00:00+08:00:00",
                "\u0662\u0660\u0662\u0666-11-21T08:00:00Z",
                " 2026-11-21T08:00:00Z",
                "yesterday",
                "",
                "2026-11-21",
                "+1000000000-12-31T23:59:59Z",
                "0999-12-31T23:59:59Z"
            })
    void aTimeThatNoColumnHoldsIsMalformed(String time) {
        var line = new Fields(List.of("given_at"), new String[] {time});

        assertThatThrownBy(() -> line.instant("given_at"))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.violation().code()).isEqualTo("not-a-time"));
    }

    @Test
    void violationsNameColumns() {
        var results = LineResult.of(List.of(
                Optional.of(ViolationCode.LEARNER_NOT_POSITIVE.of("learner")),
                Optional.of(ViolationCode.TOO_LONG_AGO.of("givenAt", "a", "b")),
                Optional.of(ViolationCode.COUNTED_BEFORE.of("sourceId")),
                Optional.empty()));

        assertThat(results)
                .extracting(
                        LineResult::outcome,
                        result -> result.violation() == null
                                ? null
                                : result.violation().field())
                .containsExactly(
                        tuple(LineOutcome.INVALID, "user_id"),
                        tuple(LineOutcome.INVALID, "given_at"),
                        tuple(LineOutcome.DUPLICATE, null),
                        tuple(LineOutcome.ACCEPTED, null));
    }
}
