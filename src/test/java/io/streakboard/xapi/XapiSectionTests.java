package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.streakboard.rulebook.Rulebook;
import io.streakboard.rulebook.SectionReader;
import io.streakboard.xapi.XapiRules.AccountRule;
import io.streakboard.xapi.XapiRules.StatementRule;
import java.util.List;
import org.junit.jupiter.api.Test;

class XapiSectionTests {

    private final SectionReader<XapiRules> reader =
            new SectionReader<>(new XapiSection(new XapiRules(List.of(), List.of(), List.of()), mock(Rulebook.class)));

    @Test
    void eachViolationHasThePathOfItsMember() {
        assertThat(reader.violations("""
                        {"xapi": {"rules": [{"verb": "did", "type": "LESSON", "count": "often"},
                                            {"verb": "", "type": 5},
                                            {"verb": "did", "type": "LESSON", "verbs": 1}],
                                  "accounts": [{"name": "student"}, {"homePage": "https://lms", "name": "{learner}"}],
                                  "mailboxes": ["learner", "{learner}{learner}", "{learner}@example.org"],
                                  "limit": 5}}
                        """))
                .contains(
                        "/xapi/rules/0/count malformed",
                        "/xapi/rules/1/type malformed",
                        "/xapi/rules/2/verbs unknown",
                        "/xapi/accounts/0/name malformed",
                        "/xapi/mailboxes/0 malformed",
                        "/xapi/limit unknown")
                .doesNotContain("/xapi/mailboxes/2 unknown", "/xapi/accounts/1 invalid");
    }

    @Test
    void constraintsAreToldForAllRules() {
        assertThat(reader.violations("""
                        {"xapi": {"rules": [{"verb": "", "type": "LESSON"}, {"verb": "did"}], "accounts": [{"homePage": " "}]}}
                        """))
                .containsExactlyInAnyOrder(
                        "/xapi/rules/0/verb not-blank",
                        "/xapi/rules/1/type not-blank",
                        "/xapi/accounts/0/homePage not-blank");
    }

    @Test
    void nothingIsPassedOverThatIsEmpty() {
        assertThat(reader.violations("{\"xapi\": {\"rules\": [{}], \"accounts\": [{}, null], \"mailboxes\": [null]}}"))
                .contains("/xapi/rules/0 required", "/xapi/accounts/0 required");
    }

    @Test
    void typesAndLearnersMustBeKnown() {
        assertThat(reader.violations("""
                        {"types": {"QUIZ": {}},
                         "xapi": {"rules": [{"verb": "did", "type": "QUIZ"}, {"verb": "did", "type": "JUGGLING"}]}}
                        """))
                .containsExactly("/xapi/rules/1/type unknown-type", "/xapi/rules no-learners");
    }

    @Test
    void theStartNamesTheProperties() {
        var rules = List.of(
                new StatementRule("did", null, null, "LESSON"), new StatementRule("did", null, null, "JUGGLING"));

        assertThat(reader.properties(new XapiRules(
                        rules, List.of(new AccountRule("https://lms", LearnerPattern.of("{learner}"))), List.of())))
                .containsExactly("streakboard.xapi.rules[1].type");
        assertThat(reader.properties(new XapiRules(List.of(rules.getFirst()), List.of(), List.of())))
                .containsExactly("streakboard.xapi.rules");
    }

    @Test
    void theEffectsSayWhatBecomesOfStatements() {
        var none = "{}";
        var one = """
                {"xapi": {"rules": [{"verb": "did", "type": "LESSON"}], "mailboxes": ["{learner}@example.org"]}}""";

        assertThat(reader.effects(none, one))
                .containsExactly(
                        "/xapi/rules maps: 0 → 1 rules; statements that come from then on are mapped by them",
                        "/xapi identifies: actors of statements that come from then on are learners by other patterns");
        assertThat(reader.effects(one, none).getFirst())
                .isEqualTo("/xapi/rules maps: 1 → 0 rules; statements are refused with 404");
        assertThat(reader.effects(one, one)).isEmpty();
    }
}
