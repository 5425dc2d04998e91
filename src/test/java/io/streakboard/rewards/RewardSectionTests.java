package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.rewards.RewardRules.Band;
import io.streakboard.rulebook.SectionReader;
import io.streakboard.start.StartRefused;
import io.streakboard.web.LocalizedText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RewardSectionTests {

    private static final Band GOLD = new Band(1, 500, LocalizedText.of("Champion"));
    private static final Band SILVER = new Band(10, 100, null);
    private static final RewardRules NONE = new RewardRules(List.of(), false, Map.of(), true);
    private static final RewardRules ALL = new RewardRules(
            List.of(GOLD), true, Map.of("cup", List.of(GOLD, SILVER), "quiz-2", List.of(SILVER)), false);

    private final RewardSection section = new FixedRewards(NONE);
    private final SectionReader<RewardRules> reader = new SectionReader<>(section);

    @Test
    void readsThePrizesOfBoardsAndOfSeasons() {
        assertThat(reader.read("""
                        {"boards": {"points": {"prizes": [{"toRank": 1, "points": 500, "title": "Champion"}]},
                                    "cup": {"prizes": [{"toRank": 1, "points": 500, "title": "Champion"},
                                                       {"toRank": 10, "points": 100}]},
                                    "quiz-2": {"prizes": [{"toRank": 10, "points": 100}]},
                                    "popular": {"prizes": []}},
                         "prizes": {"history": true, "ranked": false}}
                        """)).isEqualTo(ALL);
        assertThat(reader.read("{}")).isEqualTo(NONE);
    }

    @Test
    void readsWhatItWrites() {
        for (var rules : List.of(NONE, ALL)) {
            var document = JsonMapper.shared().createObjectNode();
            section.write(rules, document);
            assertThat(reader.read(document.toString())).isEqualTo(rules);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[{\"points\": 5}]; /boards/cup/prizes/0/toRank min",
                "[{\"toRank\": 0, \"points\": 5}]; /boards/cup/prizes/0/toRank min",
                "[{\"toRank\": 1, \"points\": -5}]; /boards/cup/prizes/0/points min",
                "[{\"toRank\": 1}, {\"toRank\": 2, \"title\": \"\"}]; /boards/cup/prizes/1/title size",
                "[{\"toRank\": 1}, {\"toRank\": 1}]; /boards/cup/prizes/1/toRank invalid",
                "[{\"toRank\": 1}, {\"toRank\": \"2\"}]; /boards/cup/prizes/1/toRank malformed",
                "[{\"toRank\": 1, \"rank\": 2}]; /boards/cup/prizes/0/rank unknown",
                "5; /boards/cup/prizes malformed",
            })
    void namesTheMemberOfAViolation(String prizes, String violation) {
        assertThat(reader.violations("{\"boards\": {\"cup\": {\"prizes\": " + prizes + "}}}"))
                .containsExactly(violation);
        assertThat(reader.violations("{\"boards\": {\"points\": {\"prizes\": " + prizes + "}}}"))
                .containsExactly(violation.replace("cup", "points"));
    }

    @Test
    void knowsNoOtherMembersOfThePrizes() {
        assertThat(reader.violations("{\"prizes\": {\"bands\": [], \"history\": true}}"))
                .containsExactly("/prizes/bands unknown");
    }

    @ParameterizedTest
    @CsvSource({"members, any", "members, ANY", "period, sliding"})
    void onlyABoardThatEndsWithLearnersPaysPrizes(String member, String value) {
        assertThat(reader.violations("{\"boards\": {\"cup\": {\"%s\": \"%s\", \"prizes\": [{\"toRank\": 1}]}}}"
                        .formatted(member, value)))
                .containsExactly("/boards/cup/prizes not-for-this-board");
    }

    @Test
    void namesThePropertyOfAViolation() {
        var same = new Band(10, 1, LocalizedText.of(""));

        assertThat(reader.properties(new RewardRules(List.of(), false, Map.of("cup", List.of(GOLD, same)), true)))
                .containsExactly("streakboard.rewards.boards.cup[1].title");
    }

    @Test
    void refusesPrizesOfBoardsThatAreNotConfigured() {
        var document = (ObjectNode) JsonMapper.shared().readTree("{\"boards\": {\"cup\": {}}}");
        var rules = new RewardRules(
                List.of(), false, Map.of("cup", List.of(GOLD), "nope", List.of(GOLD), "points", List.of(GOLD)), true);

        assertThatExceptionOfType(StartRefused.class)
                .isThrownBy(() -> section.write(rules, document))
                .withMessageMatching("streakboard.rewards.boards.nope: is not a board in streakboard.boards\\R"
                        + "streakboard.rewards.boards.points: is not a board in streakboard.boards");
    }

    @Test
    void tellsTheEffectsOfAChange() {
        assertThat(reader.effects("""
                        {"boards": {"cup": {"prizes": [{"toRank": 1, "points": 5}]},
                                    "quiz": {"prizes": [{"toRank": 1}]}, "same": {"prizes": [{"toRank": 3}]}}}
                        """, """
                        {"boards": {"points": {"prizes": [{"toRank": 1, "points": 500, "title": "Champion"}]},
                                    "cup": {"prizes": [{"toRank": 1, "points": 5}, {"toRank": 3, "points": 2}]},
                                    "quiz": {}, "same": {"prizes": [{"toRank": 3}]}},
                         "prizes": {"history": true, "ranked": false}}
                        """))
                .containsExactly(
                        "/boards/cup/prizes pays: editions that end from then on pay to rank 1 5 points;"
                                + " to rank 3 2 points",
                        "/boards/points/prizes pays: seasons that end from then on pay to rank 1 500 points, Champion",
                        "/boards/quiz/prizes removes: editions that end from then on pay no prizes",
                        "/prizes/ranked ranks: points of prizes are in no ledger or ranking",
                        "/prizes/history rewards: seasons that are imported after their end pay rewards");
    }
}
