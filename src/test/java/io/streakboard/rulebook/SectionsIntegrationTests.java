package io.streakboard.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.IntegrationTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What any section writes is read as equal rules: so rules in properties become a version, and the same ones. */
@IntegrationTest
class SectionsIntegrationTests {

    /** All members, in the form and the order in which they are written. */
    private static final String FULL = """
            {"types": {"SIGN_IN": {"label": "Sign in"}, "QUIZ": {"label": {"en": "Quiz", "pt-BR": "Teste"}, "points": 10, "dailyCap": 50}},
             "bonuses": {"double": {"title": {"zh": "双倍周"}, "percent": 200, "from": "2026-12-21T00:00:00Z",
                                    "to": "2026-12-28T00:00:00Z", "types": ["QUIZ"], "dailyCap": "unchanged"}},
             "signIn": {"ladder": [30, 10], "ladderCycle": true, "milestones": {"7": 10, "14": 20}, "monthlyReset": true,
                        "makeUps": {"window": 10, "quota": 1}, "freezes": {"quota": 2, "longestGap": 3}},
             "badges": {"reader": {"title": "Reader", "description": "Answered", "image": "https://cdn.example.org/a.png",
                                   "condition": "count(QUIZ) >= N", "levels": [10, 50]},
                        "podium": {"title": {"en": "Podium", "zh": "领奖台"}, "description": {"en": "A rank", "zh": "名次"}, "condition": "rank <= 3"}},
             "xapi": {"accounts": [{"homePage": "https://lms.example.org", "name": "student-{learner}"}],
                      "mailboxes": ["{learner}@example.org"],
                      "rules": [{"verb": "did", "activityType": "quiz", "activity": "https://a/", "type": "QUIZ",
                                 "count": "day"}, {"verb": "did", "type": "SIGN_IN"}]}}
            """;

    private final RuleReader reader;

    SectionsIntegrationTests(RuleReader reader) {
        this.reader = reader;
    }

    enum Example {
        DEFAULTS,
        CONFIGURED,
        FULL
    }

    @ParameterizedTest
    @EnumSource
    void rulesAreReadAsTheyWereWritten(Example example) {
        var rules = switch (example) {
            case DEFAULTS -> read(JsonMapper.shared().createObjectNode());
            case CONFIGURED -> configured();
            case FULL -> read(full());
        };

        var written = reader.write(rules);

        assertThat(read(written)).isEqualTo(rules);
        if (example == Example.FULL) {
            full().properties()
                    .forEach(member -> assertThat(written.get(member.getKey()))
                            .hasToString(member.getValue().toString()));
        }
    }

    private static ObjectNode full() {
        return (ObjectNode) JsonMapper.shared().readTree(FULL);
    }

    private Rules configured() {
        var rules = new Rules();
        reader.sections().forEach(section -> put(section, rules));
        return rules;
    }

    private static <R> void put(RuleSection<R> section, Rules rules) {
        rules.put(section, section.configured());
    }

    private Rules read(ObjectNode json) {
        var document = new RuleDocument(json);
        var rules = reader.read(document);
        assertThat(document.violations()).isEmpty();
        return rules;
    }
}
