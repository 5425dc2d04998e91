package io.streakboard.badges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.badges.Criterion.BestRank;
import io.streakboard.badges.Criterion.CountOf;
import io.streakboard.badges.Criterion.DaysSigned;
import io.streakboard.badges.Criterion.LeagueWeeks;
import io.streakboard.badges.Criterion.LeagueWins;
import io.streakboard.badges.Criterion.LongestStreak;
import io.streakboard.badges.Criterion.Points;
import io.streakboard.badges.Criterion.PointsOf;
import io.streakboard.badges.Criterion.Titles;
import io.streakboard.web.LocalizedText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTests {

    @Test
    void aConditionIsAFactAComparisonAndANumber() {
        assertThat(Condition.of("longest-streak >= 30").criterion()).isEqualTo(new LongestStreak());
        assertThat(Condition.of("longest-streak >= 30").number()).isEqualTo(30);
        assertThat(Condition.of(" days-signed>=N ").criterion()).isEqualTo(new DaysSigned());
        assertThat(Condition.of(" days-signed>=N ").number()).isNull();
        assertThat(Condition.of("count(LESSON) >= 100").criterion()).isEqualTo(new CountOf("LESSON"));
        assertThat(Condition.of("points(LESSON) >= 100").criterion()).isEqualTo(new PointsOf("LESSON"));
        assertThat(Condition.of("points >= 100").criterion()).isEqualTo(new Points());
        assertThat(Condition.of("rank <= 3").criterion()).isEqualTo(new BestRank());
        assertThat(Condition.of("titles >= 2").criterion()).isEqualTo(new Titles(null));
        assertThat(Condition.of("league-weeks >= 10").criterion()).isEqualTo(new LeagueWeeks(null));
        assertThat(Condition.of("league-wins(gold) >= 1").criterion()).isEqualTo(new LeagueWins("gold"));
        assertThat(Condition.of("titles(On the podium) >= 2").criterion()).isEqualTo(new Titles("On the podium"));
    }

    @Test
    void aTypeAloneStandsForItsCount() {
        assertThat(Condition.of("LESSON >= N")).isEqualTo(new Condition("LESSON >= N", new CountOf("LESSON"), null));
        assertThat(Condition.of(" QUIZ_2>=10 ")).isEqualTo(new Condition("QUIZ_2>=10", new CountOf("QUIZ_2"), 10L));
        assertThat(badge("LESSON >= N", List.of(10L)).isGivenLike(badge("count(LESSON) >= N", List.of(10L))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "LESSON",
                "LESSON(2) >= 3",
                "Lesson >= 3",
                "2LESSON >= 3",
                "LESSON QUESTION >= 3",
                "longest-streak",
                "longest-streak >= ",
                "longest-streak = 30",
                "longest-streak >= -1",
                "longest-streak >= 1.5",
                "longest-streak >= 10000000000000000",
                "longest-streak(LESSON) >= 30",
                "days >= 30",
                "count >= 30",
                "count() >= 30",
                "count(LESSON >= 30",
                "rank(LESSON) <= 3",
                "longest-streak >= 30 and points >= 3"
            })
    void anythingElseIsRefusedWithTheForm(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Condition.of(text))
                .withMessageStartingWith("'" + text + "' must be a fact")
                .withMessageContaining("longest-streak >= 30");
    }

    @Test
    void onlyARankIsBetterIfItIsLower() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Condition.of("rank >= 3"))
                .withMessageContaining("'<='");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Condition.of("points <= 3"))
                .withMessageContaining("'>='");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Condition.of("LESSON <= 3"))
                .withMessageContaining("'>='");
    }

    @Test
    void aBadgeIsReachedLevelByLevel() {
        var days = badge("days-signed >= N", List.of(10L, 50L, 100L));
        assertThat(days.reached(null)).isEmpty();
        assertThat(days.reached(9L)).isEmpty();
        assertThat(days.reached(10L)).containsExactly(10L);
        assertThat(days.reached(99L)).containsExactly(10L, 50L);
        assertThat(days.reached(100L)).containsExactly(10L, 50L, 100L);

        var rank = badge("rank <= N", List.of(100L, 3L));
        assertThat(rank.reached(null)).isEmpty();
        assertThat(rank.reached(101L)).isEmpty();
        assertThat(rank.reached(4L)).containsExactly(100L);
        assertThat(rank.reached(3L)).containsExactly(100L, 3L);
    }

    private static Badge badge(String condition, List<Long> levels) {
        return new Badge(
                "badge", LocalizedText.of("Badge"), LocalizedText.of("A badge"), null, Condition.of(condition), levels);
    }
}
