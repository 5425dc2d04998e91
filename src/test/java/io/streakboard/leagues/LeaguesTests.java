package io.streakboard.leagues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.leagues.LeagueProperties.Tier;
import io.streakboard.start.StartRefused;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaguesTests {

    private static final List<Tier> TIERS = List.of(new Tier("low", 7, 0), new Tier("high", 7, 3));

    @Test
    void theTypesOfLearningCountUnlessOthersAreNamed() {
        assertThat(leagues(TIERS, Set.of(), Set.of("LESSON", "NOTE")).types())
                .containsExactlyInAnyOrder("LESSON", "NOTE");
        assertThat(leagues(TIERS, Set.of("NOTE"), Set.of("LESSON", "NOTE")).types())
                .containsExactly("NOTE");
    }

    /** With no types at all, no week could ever end. */
    @Test
    void aTypeThatTheRulebookHasSinceCounts() {
        var known = new HashSet<>(Set.of("LESSON"));
        var leagues = new Leagues(properties(TIERS, Set.of()), () -> known);

        known.add("QUIZ");

        assertThat(leagues.types()).containsExactlyInAnyOrder("LESSON", "QUIZ");
    }

    @Test
    void typesAreNamedWhereThereIsNoneOfLearning() {
        assertThatThrownBy(() -> leagues(TIERS, Set.of(), Set.of()))
                .isInstanceOf(StartRefused.class)
                .hasMessage("streakboard.leagues.types: must name a type, because SIGN_IN is the only one");
    }

    @Test
    void allMistakesAreToldAtOnce() {
        var tiers = List.of(new Tier("same", 7, 0), new Tier("same", -1, 0), new Tier("Gold", 7, 0));

        assertThatThrownBy(() -> leagues(tiers, Set.of("LESON"), Set.of("LESSON")))
                .isInstanceOf(StartRefused.class)
                .satisfies(refused -> assertThat(
                                String.valueOf(refused.getMessage()).lines())
                        .satisfiesExactly(
                                line -> assertThat(line).startsWith("streakboard.leagues.tiers: two tiers"),
                                line -> assertThat(line).startsWith("streakboard.leagues.tiers[1].promoted: "),
                                line -> assertThat(line).startsWith("streakboard.leagues.tiers[2].name: "),
                                line -> assertThat(line).startsWith("streakboard.leagues.types: LESON is not one of")));
    }

    private static Leagues leagues(List<Tier> tiers, Set<String> named, Set<String> ofLearning) {
        return new Leagues(properties(tiers, named), () -> ofLearning);
    }

    private static LeagueProperties properties(List<Tier> tiers, Set<String> named) {
        return new LeagueProperties(
                true, tiers, 30, DayOfWeek.MONDAY, named, Duration.ofSeconds(10), Duration.ofDays(365));
    }
}
