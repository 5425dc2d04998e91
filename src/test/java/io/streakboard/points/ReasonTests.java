package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.web.Sentence.Coded;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReasonTests {

    @ParameterizedTest
    @EnumSource
    void aSentenceIsReadBackAsItsCodeWithItsParameters(Reason reason) {
        var values = IntStream.range(0, 4).mapToObj(i -> "value" + i).toArray();

        var coded = Reason.in(Outcome.INVALID, reason.with(values));

        assertThat(coded).hasSize(1);
        assertThat(coded.getFirst().code())
                .isEqualTo(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        assertThat(coded.getFirst().parameters().values()).allMatch(value -> value.startsWith("value"));
    }

    @Test
    void whatIsLateAndCutHasBothReasons() {
        var text =
                Reason.both(Reason.SEASON_CLOSED.with("2026-10", "2026-11"), Reason.DAILY_CAP_LEAVES.with(50, 5, 10));

        assertThat(Reason.in(Outcome.LATE, text))
                .containsExactly(
                        new Coded("season-closed", Map.of("home", "2026-10", "season", "2026-11")),
                        new Coded("daily-cap-leaves", Map.of("cap", "50", "left", "5", "points", "10")));
    }

    @Test
    void whatAnAdminWroteIsNoSentenceOfOurs() {
        assertThat(Reason.in(Outcome.ADJUSTED, "counted before")).isEqualTo(List.of(new Coded("by-admin", Map.of())));
        assertThat(Reason.in(Outcome.REFUSED, "something older")).isEqualTo(List.of(new Coded("other", Map.of())));
        assertThat(Reason.in(Outcome.AWARDED, null)).isEmpty();
    }
}
