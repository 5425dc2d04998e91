package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ViolationTests {

    private static final Pattern CODE = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    @ParameterizedTest
    @EnumSource
    void isTheSameAfterItWasStored(ViolationCode code) {
        var violation = code.of("field", "{a}", "\"; 'b", "c|\n");

        assertThat(violation.code()).matches(CODE);
        assertThat(violation.message()).doesNotContain("{time}").isNotEmpty();
        assertThat(ViolationCode.read(Violation.stored(List.of(violation)))).containsExactly(violation);
    }

    @Test
    void isStoredWithoutItsWords() {
        var reasons = List.of(
                ViolationCode.SEASON_CLOSED.of(null, "2026-10", "2026-11"),
                ViolationCode.DAILY_CAP_LEAVES.of(null, 50, 5, 10));

        assertThat(Violation.stored(reasons))
                .isEqualTo("[[\"season-closed\",null,\"2026-10\",\"2026-11\"],"
                        + "[\"daily-cap-leaves\",null,\"50\",\"5\",\"10\"]]");
        assertThat(Violation.text(reasons))
                .isEqualTo("season 2026-10 was closed already, so this counts for 2026-11; "
                        + "the daily cap of 50 points leaves 5 of 10");
        assertThat(reasons.getLast().parameters()).isEqualTo(Map.of("cap", "50", "left", "5", "points", "10"));
        assertThat(Violation.stored(List.of())).isNull();
        assertThat(ViolationCode.read(null)).isEmpty();
    }

    /** Rows of older versions have the values without names: no order may change, and no parameter come or go. */
    @Test
    void parametersKeepTheirPlaces() {
        var places = Arrays.stream(ViolationCode.values())
                .map(code -> code.of(null, "a", "b", "c"))
                .filter(violation -> !violation.parameters().isEmpty())
                .map(violation -> violation.code() + " "
                        + String.join(" ", violation.parameters().keySet()));

        assertThat(String.join("\n", places.toList())).isEqualTo("""
                daily-cap-reached cap
                daily-cap-leaves cap left points
                season-full most
                season-closed home season
                by-admin text
                type-unknown type types
                source-id-length most
                source-id-not-the-day day
                in-the-future time
                before-the-first-season time
                too-many-seasons time
                ledger-expired time
                record-length most
                line-length most
                columns expected found
                not-a-number value
                not-a-learner value
                not-a-time value
                text-length most
                not-an-address most
                badge-unknown badge
                level-unknown level levels
                said-otherwise points
                corrected-since import points
                range min max
                scores-from-ledger board
                not-for-this-board board field
                visible-characters most
                too-long-ago time first
                extra-length most
                never-opened time
                not-kept period
                partitions-full board most period
                late-partitions-full board most
                before-the-start time start
                after-the-end time end""");
    }

    @Test
    void aCodeOfANewerVersionIsToldByItsValues() {
        var stored = "[[\"too-early\",\"occurredAt\",\"7\",\"8\"],[\"counted-before\",null],[\"strange\",null]]";

        assertThat(ViolationCode.read(stored))
                .containsExactly(
                        new Violation("occurredAt", "too-early 7, 8", "too-early", Map.of()),
                        ViolationCode.COUNTED_BEFORE.of(null),
                        new Violation(null, "strange", "strange", Map.of()));
    }

    @Test
    void namesItsFieldFirst() {
        assertThat(ViolationCode.TYPE_UNKNOWN
                        .of("type", "XX", "[LESSON]")
                        .at("kind")
                        .text())
                .isEqualTo("kind: 'XX' is not one of [LESSON]");
    }
}
