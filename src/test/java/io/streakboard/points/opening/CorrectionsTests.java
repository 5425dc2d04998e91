package io.streakboard.points.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.opening.Corrections.BalanceKey;
import io.streakboard.points.opening.Corrections.RecordedBalance;
import io.streakboard.web.Violation;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrectionsTests {

    private static final Instant THEN = Instant.parse("2026-11-17T04:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-18T04:00:00Z");
    private static final BalanceKey KEY = new BalanceKey(7, "old");

    /** The file is number 5. */
    @ParameterizedTest
    @CsvSource({
        // recorded, its file, line, violation, then, its file, corrections
        "0, 0, 100, , 100, 5, 0",
        "0, 0, 0, range, , , 0",
        "100, 0, 100, counted-before, 100, 5, 0",
        "100, 0, 60, , 60, 5, 1",
        "100, 4, 160, , 160, 5, 1",
        "100, 4, 0, , 0, 5, 1",
        "0, 4, 100, , 100, 5, 1",
        "0, 4, 0, counted-before, 0, 5, 0",
        "100, 5, 100, counted-before, , , 0",
        "100, 5, 60, said-otherwise, , , 0",
        "0, 5, 60, said-otherwise, , , 0",
        "100, 6, 100, counted-before, , , 0",
        "100, 6, 60, corrected-since, , , 0",
        "0, 6, 60, corrected-since, , , 0"
    })
    void theNewestFileDecides(
            long points, long file, long line, String violation, Long then, Long thenFile, int changes) {
        var recorded = new RecordedBalance("old", points, file, THEN);
        var corrections = new Corrections(Map.of(KEY, recorded), 5, NOW);

        var answer = corrections.take(KEY, line);

        assertThat(answer.map(Violation::code).orElse(null)).isEqualTo(violation);
        assertThat(corrections.changes()).hasSize(changes).allSatisfy(change -> {
            assertThat(change.former()).isEqualTo(points);
            assertThat(change.points()).isEqualTo(line);
        });
        if (then == null) {
            assertThat(corrections.written()).isEmpty();
        } else {
            assertThat(corrections.written().get(KEY))
                    .isEqualTo(new RecordedBalance("old", then, thenFile, violation == null ? NOW : THEN));
        }
    }
}
