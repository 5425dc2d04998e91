package io.streakboard.badges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.badges.BadgeSection.SettledBadges;
import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.rulebook.SectionReader;
import io.streakboard.runs.RunState;
import io.streakboard.signin.SignInTerms;
import io.streakboard.web.LocalizedText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadgeSectionTests {

    private final Rulebook rulebook = mock(Rulebook.class);
    private final RunTable runs = mock(RunTable.class);
    private final GivenTable given = mock(GivenTable.class);
    private final LeagueFigures leagues = mock(LeagueFigures.class);
    private final SignInTerms signIns = mock(SignInTerms.class);
    private final BadgeSection section =
            new BadgeSection(new BadgeRules(List.of()), rulebook, leagues, runs, given, signIns);
    private final SectionReader<BadgeRules> reader = new SectionReader<>(section);

    private static Badge badge(String name, String condition, Long... levels) {
        return new Badge(
                name,
                LocalizedText.of("Title"),
                LocalizedText.of("Description"),
                (@Nullable String) null,
                Condition.of(condition),
                List.of(levels));
    }

    private static BadgeRules rules(Badge... badges) {
        return new BadgeRules(List.of(badges));
    }

    @Test
    void aNumberInTheConditionIsTheOnlyLevel() {
        var rules = rules(badge("one", "points >= 500"), badge("two", "rank <= N", 9L, 1L));

        assertThat(rules.definitions()).extracting(Badge::levels).containsExactly(List.of(500L), List.of(9L, 1L));
        assertThat(rules.named("two")).contains(rules.definitions().getLast());
        assertThat(rules.named("three")).isEmpty();
    }

    @Test
    void badgesOfStreaksChangeWithHowStreaksAreCounted() {
        var streak = badge("streak", "longest-streak >= 30");
        var rules = rules(badge("points", "points >= 500"), streak);
        when(rulebook.between(section, 1, 2)).thenReturn(List.of(rules, rules));
        when(signIns.countAlike(1, 2)).thenReturn(true, false);

        assertThat(section.changed(1, new SettledBadges(2, rules))).isEmpty();
        assertThat(section.changed(1, new SettledBadges(2, rules))).containsExactly(streak);
    }

    @Test
    void twoBadgesNeedTwoNames() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> rules(badge("a", "points >= 1"), badge("b", "points >= 1"), badge("a", "points >= 2")))
                .withMessage("streakboard.badges.definitions[2].name: a is the name of definitions[0] already");
    }

    @Test
    void eachViolationHasThePathOfItsMember() {
        when(leagues.tiers()).thenReturn(List.of("bronze", "gold"));

        assertThat(reader.violations("""
                        {"badges": {
                          "One!": {"title": "", "description": " ", "image": "http://a.example", "condition": "points >= 5"},
                          "form": {"title": "T", "description": "D", "condition": "days >= 3", "level": 3},
                          "parts": {"title": "T", "description": "D", "condition": {"text": "points >= 3"}},
                          "kind": {"title": "T", "description": "D", "condition": "points >= N", "levels": ["5"]},
                          "none": {"title": "T", "description": "D"}}}
                        """))
                .contains(
                        "/badges/One! pattern",
                        "/badges/One!/title not-blank",
                        "/badges/One!/description not-blank",
                        "/badges/One!/image pattern",
                        "/badges/form/condition malformed",
                        "/badges/form/level unknown",
                        "/badges/parts/condition invalid",
                        "/badges/none/condition not-null",
                        "/badges/kind/levels/0 malformed");
    }

    @Test
    void conditionsAndLevelsFitEachOtherAndTheTypes() {
        when(leagues.tiers()).thenReturn(List.of("bronze", "gold"));

        assertThat(reader.violations("""
                        {"types": {"QUIZ": {}}, "badges": {
                          "known": {"title": "T", "description": "D", "condition": "count(QUIZ) >= 3"},
                          "zero": {"title": "T", "description": "D", "condition": "points >= 0"},
                          "type": {"title": "T", "description": "D", "condition": "count(LESON) >= 3"},
                          "both": {"title": "T", "description": "D", "condition": "points >= 3", "levels": [3, 5]},
                          "levels": {"title": "T", "description": "D", "condition": "points >= N"},
                          "order": {"title": "T", "description": "D", "condition": "points >= N", "levels": [5, 3]},
                          "ranks": {"title": "T", "description": "D", "condition": "rank <= N", "levels": [1, 3]},
                          "twice": {"title": "T", "description": "D", "condition": "points >= N", "levels": [1, 1]},
                          "tier": {"title": "T", "description": "D", "condition": "league-weeks(gold) >= 1"},
                          "no-tier": {"title": "T", "description": "D", "condition": "league-wins(glod) >= 1"}}}
                        """))
                .containsExactly(
                        "/badges/zero/condition positive",
                        "/badges/type/condition unknown-type",
                        "/badges/both/levels no-levels",
                        "/badges/levels/levels required",
                        "/badges/order/levels order",
                        "/badges/ranks/levels order",
                        "/badges/twice/levels order",
                        "/badges/no-tier/condition unknown-tier");
    }

    /** A type that the document does not name may be one of the defaults. */
    @Test
    void defaultTypesAreKnown() {
        assertThat(reader.violations("""
                        {"badges": {"reader": {"title": "T", "description": "D", "condition": "count(LESSON) >= 3"}}}
                        """)).isEmpty();
    }

    @Test
    void theStartNamesTheProperties() {
        var configured = rules(
                badge("one", "points >= 0"),
                badge("two", "count(LESON) >= 3"),
                badge("three", "points >= N"),
                badge("four", "points >= N", 5L, 3L));

        assertThat(reader.properties(configured))
                .containsExactly(
                        "streakboard.badges.definitions[0].condition",
                        "streakboard.badges.definitions[1].condition",
                        "streakboard.badges.definitions[2].levels",
                        "streakboard.badges.definitions[3].levels");
        assertThat(reader.properties(new BadgeRules(IntStream.range(0, 201)
                        .mapToObj(i -> badge("b" + i, "points >= 1"))
                        .toList())))
                .containsExactly("streakboard.badges.definitions");
    }

    private static String document(String... badges) {
        return "{\"badges\": {" + String.join(", ", badges) + "}}";
    }

    private static String written(String name, String title, String condition, String levels) {
        return "\"%s\": {\"title\": \"%s\", \"description\": \"D\", \"condition\": \"%s\"%s}"
                .formatted(name, title, condition, levels.isEmpty() ? "" : ", \"levels\": " + levels);
    }

    @Test
    void theEffectsSayForWhomARunIs() {
        when(runs.last())
                .thenReturn(Optional.of(new RunForBadges(
                        1, "7", RunState.DONE, 9_999, 12_345, 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, null)));
        when(given.learners("gone")).thenReturn(1_234L);

        assertThat(reader.effects(
                        document(
                                written("same", "T", "points >= 3", ""),
                                written("texts", "T", "points >= 3", ""),
                                written("level", "T", "points >= N", "[10, 50]"),
                                written("other", "T", "points >= 3", ""),
                                written("gone", "T", "points >= 3", "")),
                        document(
                                written("new", "T", "points >= 3", ""),
                                written("same", "T", "points >= 3", ""),
                                written("texts", "Other", "points >= 3", ""),
                                written("level", "T", "points >= N", "[10, 100]"),
                                written("other", "T", "days-signed >= N", "[3, 9]"))))
                .containsExactly(
                        "/badges/new adds: new: new, runs over the past of 12,345 learners",
                        "/badges/texts shows: its texts or its picture change for everybody",
                        "/badges/level runs: levels 10,50 → 10,100; runs over the past of 12,345 learners; given badges stay",
                        "/badges/other runs: points >= 3 → days-signed >= N 3,9; runs over the past of 12,345 learners;"
                                + " given badges stay",
                        "/badges/gone removes: gone is no longer given or shown; the 1,234 learners who have it keep it,"
                                + " for when it comes back");
    }

    @Test
    void beforeTheFirstRunThereIsNoNumber() {
        when(runs.last()).thenReturn(Optional.empty());

        assertThat(reader.effects("{}", document(written("new", "T", "points >= 3", ""))))
                .containsExactly("/badges/new adds: new: new, runs over the past of all learners");
    }

    private static final Badge A = badge("a", "points >= 3");
    private static final Badge A_OF_5 = badge("a", "points >= 5");
    private static final Badge B = badge("b", "points >= 3");

    @Test
    void onlyChangedBadgesNeedARun() {
        var renamed = new Badge(
                "a",
                LocalizedText.of("Other"),
                LocalizedText.of("Other"),
                "https://a.example/b.png",
                A.condition(),
                List.of());

        assertThat(BadgeSection.changed(List.of(rules(A)))).isEmpty();
        assertThat(BadgeSection.changed(List.of(rules(A), rules(A, B)))).containsExactly(B);
        assertThat(BadgeSection.changed(List.of(rules(A, B), rules(A_OF_5, B)))).containsExactly(A_OF_5);
        assertThat(BadgeSection.changed(List.of(rules(A, B), rules(B)))).isEmpty();
        assertThat(BadgeSection.changed(List.of(rules(A), rules(renamed)))).isEmpty();
    }

    @Test
    void aBadgeThatWasOutForAVersionNeedsARun() {
        assertThat(BadgeSection.changed(List.of(rules(A, B), rules(B), rules(A, B))))
                .containsExactly(A);
        assertThat(BadgeSection.changed(List.of(rules(A, B), rules(A_OF_5, B), rules(A, B))))
                .containsExactly(A);
    }

    @ParameterizedTest
    @CsvSource({"7,7,''", "7/3,7,/3", "7/3/2026-11-16,7,/3/2026-11-16", "d41d8cd98f00b204e9800998ecf8427e/3,0,"})
    void aRunTellsWhatItCovers(String wanted, long version, @Nullable String occasions) {
        var run = new RunForBadges(1, wanted, RunState.DONE, 0, 0, 0, Instant.EPOCH, Instant.EPOCH, null, null);

        assertThat(run.version()).isEqualTo(version);
        assertThat(run.occasions()).isEqualTo(occasions == null ? wanted : occasions);
    }

    /** Events that were published while there were badges must also be delivered. */
    @Test
    void itListensFromTheFirstBadgeOn() {
        when(rulebook.current(any())).thenReturn(rules());
        assertThat(section.listens()).isFalse();
        assertThat(section.features()).isEmpty();

        when(rulebook.current(any())).thenReturn(rules(A));
        assertThat(section.listens()).isTrue();
        assertThat(section.features()).containsExactly("badges");

        when(rulebook.current(any())).thenReturn(rules());
        assertThat(section.listens()).isTrue();
        assertThat(section.features()).isEmpty();
    }
}
