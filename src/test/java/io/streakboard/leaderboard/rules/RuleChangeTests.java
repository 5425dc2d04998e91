package io.streakboard.leaderboard.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RuleChangeTests {

    private static final Instant BEFORE = Instant.parse("2026-10-15T00:00:00Z");
    private static final Instant AFTER = Instant.parse("2026-11-15T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "period, day, week",
        "period, none, week",
        "partitioned, true, false",
        "members, any, learner",
        "operator, best, sum",
        "operator, latest, sum",
        "resolution, PT0.001S, PT1S",
        "scores.from, points, posted",
    })
    void whatHasDecidedWhichScoresThereAreStays(String property, String former, String now) {
        var change = new RuleChange(rule(Map.of(property, former)), rule(Map.of()), 80, BEFORE);

        assertThat(change.refusals())
                .containsOnly(Map.entry(
                        property.replace('.', '/'),
                        "'" + now + "' differs from '" + former + "', with which the scores of 'quiz' were written;"
                                + " keep that, or give the board another name"));
    }

    @ParameterizedTest
    @CsvSource({
        "order, ascending",
        "ties, last",
        "ties, none",
        "ranks, dense",
        "keep, 100",
        "max-score, 80",
        "max-score, 5000000",
        "retention, P1D",
        "retention, P90D",
        "trend, previous",
        "title, Another",
    })
    void whatDecidesHowScoresAreShownIsCarriedOut(String property, String now) {
        var change = new RuleChange(rule(Map.of()), rule(Map.of(property, now)), 80, BEFORE);

        assertThat(change.refusals()).isEmpty();
        assertThat(change.movesEnds()).isEqualTo(property.equals("retention"));
    }

    @ParameterizedTest
    @CsvSource({"best", "latest"})
    void theOrderHasDecidedWhichScoreStayed(String operator) {
        var change = new RuleChange(
                rule(Map.of("operator", operator)),
                rule(Map.of("operator", operator, "order", "ascending")),
                80,
                BEFORE);

        assertThat(change.refusals()).containsOnlyKeys("order");
    }

    @ParameterizedTest
    @CsvSource({"79, false", "80, true", "81, true"})
    void noScoreMayBeAboveTheGreatest(String most, boolean fits) {
        var change = new RuleChange(rule(Map.of()), rule(Map.of("max-score", most)), 80, BEFORE);

        assertThat(change.refusals().isEmpty()).isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource({"days, 6, days", "max-score, 999, maxScore", "retention, P1D, ''", "title, Other, ''"})
    void theDaysOfASlidingBoardAreKeptAsTheyWereWritten(String property, String now, String refused) {
        var sliding = Map.of("period", "sliding", "days", "7", "max-score", "1000", "retention", "P2D");
        var other = new HashMap<>(sliding);
        other.put(property, now);

        assertThat(new RuleChange(rule(sliding), rule(other), 80, BEFORE)
                        .refusals()
                        .keySet())
                .containsExactlyElementsOf(refused.isEmpty() ? List.of() : List.of(refused));
    }

    @ParameterizedTest
    @CsvSource({
        "starts-at, 2026-11-01T00:00:00Z",
        "ends-at, 2026-12-01T00:00:00Z",
    })
    void aBoardWithoutPeriodsMovesItsEditionsBounds(String property, String at) {
        var former = rule(Map.of("period", "none"));
        var change = new RuleChange(former, rule(Map.of("period", "none", property, at)), 80, BEFORE);

        assertThat(change.refusals()).isEmpty();
        assertThat(change.movesBounds()).isTrue();
        assertThat(new RuleChange(rule(Map.of()), rule(Map.of(property, at)), 80, BEFORE).movesBounds())
                .isFalse();
    }

    @Test
    void anEndThatHasPassedStays() {
        var ended = Map.of("ends-at", "2026-11-01T00:00:00Z");
        var later = Map.of("ends-at", "2026-12-01T00:00:00Z");

        assertThat(new RuleChange(rule(ended), rule(later), 80, AFTER).refusals())
                .containsOnly(Map.entry(
                        "endsAt",
                        "'quiz' has ended at 2026-11-01T00:00:00Z; keep that, or give the board another name"));
        assertThat(new RuleChange(rule(ended), rule(Map.of()), 80, AFTER).refusals())
                .containsOnlyKeys("endsAt");
        assertThat(new RuleChange(rule(ended), rule(ended), 80, AFTER).refusals())
                .isEmpty();
        assertThat(new RuleChange(rule(ended), rule(later), 80, BEFORE).refusals())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01T00:00:00Z, 2026-12-01T00:00:00Z, 2026-11-02T00:00:00Z, 2026-12-01T00:00:00Z, startsAt",
        "2026-11-01T00:00:00Z, 2026-12-01T00:00:00Z, 2026-11-01T00:00:00Z, 2026-11-14T00:00:00Z, endsAt",
        "2026-11-01T00:00:00Z, 2026-12-01T00:00:00Z, 2026-10-01T00:00:00Z, 2026-11-20T00:00:00Z, ''",
        "2026-11-20T00:00:00Z, 2026-12-01T00:00:00Z, 2026-11-22T00:00:00Z, 2026-12-24T00:00:00Z, ''",
    })
    void whatTheLedgerHasFedIsNotLeftOut(String start, String end, String newStart, String newEnd, String refused) {
        var former = Map.of("scores.from", "points", "starts-at", start, "ends-at", end);
        var now = Map.of("scores.from", "points", "starts-at", newStart, "ends-at", newEnd);

        assertThat(new RuleChange(rule(former), rule(now), 80, AFTER).refusals().keySet())
                .containsExactlyElementsOf(refused.isEmpty() ? List.of() : List.of(refused));
    }

    private static BoardRule rule(Map<String, String> properties) {
        var all = new HashMap<String, String>(Map.of("board.name", "quiz", "board.period", "week"));
        properties.forEach((property, value) -> all.put("board." + property, value));
        return new Binder(new MapConfigurationPropertySource(all))
                .bind("board", BoardRule.class)
                .get();
    }
}
