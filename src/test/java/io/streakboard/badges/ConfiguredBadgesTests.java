package io.streakboard.badges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.activities.PointsTypes;
import io.streakboard.badges.BadgeProperties.Definition;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.start.StartRefused;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfiguredBadgesTests {

    @Test
    void aNumberInTheConditionIsTheOnlyLevel() {
        var badges = configured(
                definition("one", "points >= 500", List.of()), definition("two", "rank <= N", List.of(9L, 1L)));

        assertThat(badges.all()).extracting(Badge::levels).containsExactly(List.of(500L), List.of(9L, 1L));
        assertThat(badges.named("two")).contains(badges.all().getLast());
        assertThat(badges.named("three")).isEmpty();
    }

    @Test
    void theRulesDifferAfterEachRelevantChange() {
        var rules = configured(definition("one", "points >= 500", List.of())).rules();

        assertThat(configured(new Definition(
                                "one", "Other", "Other", "https://a.example/b.png", "points >= 500", List.of()))
                        .rules())
                .isEqualTo(rules);
        assertThat(configured(definition("one", "points >= 501", List.of())).rules())
                .isNotEqualTo(rules);
        assertThat(configured(definition("two", "points >= 500", List.of())).rules())
                .isNotEqualTo(rules);
        assertThat(configured(definition("one", "points >= N", List.of(500L, 600L)))
                        .rules())
                .isNotEqualTo(configured(definition("one", "points >= N", List.of(500L, 700L)))
                        .rules());
    }

    @Test
    void allMistakesAreToldAtOnceEachWithItsProperty() {
        assertThatThrownBy(() -> configured(
                        new Definition("One!", "", " ", "http://a.example", "points >= 0", List.of()),
                        definition("same", "count(LESON) >= 3", List.of()),
                        definition("same", "days >= 3", List.of()),
                        definition("same", "points >= 3", List.of(3L)),
                        definition("levels", "points >= N", List.of()),
                        definition("order", "points >= N", List.of(5L, 3L)),
                        definition("ranks", "rank <= N", List.of(1L, 3L)),
                        definition("twice", "points >= N", List.of(1L, 1L)),
                        definition("tier", "league-weeks(gold) >= 1", List.of()),
                        definition("no-tier", "league-wins(glod) >= 1", List.of())))
                .isInstanceOf(StartRefused.class)
                .satisfies(refused -> assertThat(
                                String.valueOf(refused.getMessage()).lines())
                        .extracting(line -> line.replaceFirst("streakboard.badges.definitions", "")
                                .replaceFirst(":.*", ""))
                        .containsExactly(
                                "[0].name",
                                "[0].title",
                                "[0].description",
                                "[0].image",
                                "[0].condition",
                                "[1].condition",
                                "[2].name",
                                "[2].condition",
                                "[3].name",
                                "[3].levels",
                                "[4].levels",
                                "[5].levels",
                                "[6].levels",
                                "[7].levels",
                                "[9].condition"));
    }

    private static Definition definition(String name, String condition, List<Long> levels) {
        return new Definition(name, "Title", "Description", (@Nullable String) null, condition, levels);
    }

    private static ConfiguredBadges configured(Definition... definitions) {
        var types = mock(PointsTypes.class);
        when(types.contains("LESSON")).thenReturn(true);
        var leagues = mock(LeagueFigures.class);
        when(leagues.tiers()).thenReturn(List.of("bronze", "gold"));
        return new ConfiguredBadges(new BadgeProperties(List.of(definitions), Duration.ofSeconds(1)), types, leagues);
    }
}
