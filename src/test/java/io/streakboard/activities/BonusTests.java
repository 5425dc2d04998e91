package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.activities.Bonus.Cap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BonusTests {

    private static final Instant MONDAY = Instant.parse("2026-12-21T00:00:00Z");
    private static final Instant TUESDAY = MONDAY.plus(Duration.ofDays(1));
    private static final Instant WEDNESDAY = MONDAY.plus(Duration.ofDays(2));
    private static final Duration A_WEEK = Duration.ofDays(7);
    private static final PointsType LESSON = new PointsType("LESSON", 5, 20);

    @Test
    void raisesItsTypesFromItsFirstInstantUntilItsEnd() {
        var bonus = bonus("quizzes", List.of("QUESTION"), 200, Cap.SCALED, MONDAY, TUESDAY);

        assertThat(bonus.raises("QUESTION", MONDAY.minusNanos(1))).isFalse();
        assertThat(bonus.raises("QUESTION", MONDAY)).isTrue();
        assertThat(bonus.raises("QUESTION", TUESDAY.minusNanos(1))).isTrue();
        assertThat(bonus.raises("QUESTION", TUESDAY)).isFalse();
        assertThat(bonus.raises("LESSON", MONDAY)).isFalse();
    }

    @Test
    void withoutTypesItRaisesAllButSignIns() {
        var bonus = bonus("all", List.of(), 200, Cap.SCALED, MONDAY, TUESDAY);

        assertThat(bonus.isFor("LESSON")).isTrue();
        assertThat(bonus.isFor(Activity.SIGN_IN)).isFalse();
    }

    @Test
    void pointsAreRoundedDown() {
        assertThat(bonus("half", List.of(), 150, Cap.SCALED, MONDAY, TUESDAY).points(5))
                .isEqualTo(7);
        assertThat(bonus("bit", List.of(), 101, Cap.SCALED, MONDAY, TUESDAY).points(5))
                .isEqualTo(5);
    }

    @Test
    void theCapRisesUnlessItIsToStay() {
        assertThat(bonus("a", List.of(), 150, Cap.SCALED, MONDAY, TUESDAY).cap(25))
                .isEqualTo(37);
        assertThat(bonus("a", List.of(), 150, Cap.UNCHANGED, MONDAY, TUESDAY).cap(25))
                .isEqualTo(25);
        assertThat(bonus("a", List.of(), 150, Cap.SCALED, MONDAY, TUESDAY).cap(null))
                .isNull();
        assertThat(bonus("a", List.of(), 1000, Cap.SCALED, MONDAY, TUESDAY).cap(Integer.MAX_VALUE))
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void ofSeveralTheGreatestCounts() {
        var twice = bonus("twice", List.of(), 200, Cap.UNCHANGED, MONDAY, WEDNESDAY);
        var thrice = bonus("thrice", List.of("LESSON"), 300, Cap.UNCHANGED, TUESDAY, WEDNESDAY);
        var scaled = bonus("scaled", List.of(), 200, Cap.SCALED, MONDAY, TUESDAY);
        for (var bonuses : List.of(List.of(twice, thrice, scaled), List.of(scaled, thrice, twice))) {
            var rules = new PointsRules(List.of(), bonuses);

            assertThat(rules.bonus("LESSON", MONDAY)).hasValue(scaled);
            assertThat(rules.bonus("LESSON", TUESDAY)).hasValue(thrice);
            assertThat(rules.bonus("QUESTION", TUESDAY)).hasValue(twice);
            assertThat(rules.bonus("QUESTION", WEDNESDAY)).isEmpty();
            assertThat(rules.dailyCap(LESSON, MONDAY)).isEqualTo(40);
            assertThat(rules.dailyCap(LESSON, TUESDAY)).isEqualTo(20);
            assertThat(rules.dailyCap(LESSON, WEDNESDAY)).isEqualTo(20);
        }
    }

    @Test
    void areToldWhileTheyRunAndAWeekBefore() {
        var first = bonus("first", List.of(), 200, Cap.SCALED, MONDAY, TUESDAY);
        var second = bonus("second", List.of(), 200, Cap.SCALED, TUESDAY, WEDNESDAY);
        var rules = new PointsRules(List.of(), List.of(second, first));

        assertThat(rules.bonusesFrom(MONDAY.minus(A_WEEK).minusMillis(1), A_WEEK))
                .isEmpty();
        assertThat(rules.bonusesFrom(MONDAY.minus(A_WEEK), A_WEEK)).containsExactly(first);
        assertThat(rules.bonusesFrom(MONDAY, A_WEEK)).containsExactly(first, second);
        assertThat(rules.bonusesFrom(TUESDAY, A_WEEK)).containsExactly(second);
        assertThat(rules.bonusesFrom(WEDNESDAY, A_WEEK)).isEmpty();
    }

    @Test
    void whatIsToldOfThemChangesWhenOneComesBeginsAndEnds() {
        var rules = new PointsRules(List.of(), List.of(bonus("first", List.of(), 200, Cap.SCALED, MONDAY, TUESDAY)));

        assertThat(rules.bonusesChange(MONDAY.minus(Duration.ofDays(30)), A_WEEK))
                .isEqualTo(Optional.of(MONDAY.minus(A_WEEK)));
        assertThat(rules.bonusesChange(MONDAY.minus(A_WEEK), A_WEEK)).hasValue(MONDAY);
        assertThat(rules.bonusesChange(MONDAY, A_WEEK)).hasValue(TUESDAY);
        assertThat(rules.bonusesChange(TUESDAY, A_WEEK)).isEmpty();
    }

    private static Bonus bonus(String name, List<String> types, int percent, Cap cap, Instant from, Instant to) {
        return new Bonus(name, null, types, percent, cap, from, to);
    }
}
