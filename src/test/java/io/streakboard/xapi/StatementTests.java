package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.xapi.Statement.ActivityDefinition;
import io.streakboard.xapi.Statement.Actor;
import io.streakboard.xapi.Statement.ActorAccount;
import io.streakboard.xapi.Statement.StatementObject;
import io.streakboard.xapi.Statement.Verb;
import io.streakboard.xapi.XapiRules.AccountRule;
import io.streakboard.xapi.XapiRules.StatementRule;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTests {

    private static final Instant NOON = Instant.parse("2026-11-18T04:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "{learner}, 42, 42",
        "{learner}, 9223372036854775807, 9223372036854775807",
        "student-{learner}, student-7, 7",
        "{learner}@example.org, 7@example.org, 7",
        "a{learner}b, a12b, 12"
    })
    void aNameHasTheIdOfALearner(String pattern, String name, long learner) {
        assertThat(LearnerPattern.of(pattern).key(name).map(CurrentLearner::parse))
                .hasValue(learner);
    }

    @ParameterizedTest
    @CsvSource({
        "{learner}, ''",
        "{learner}, 0",
        "{learner}, 042",
        "{learner}, -1",
        "{learner}, 4 2",
        "{learner}, 9223372036854775808",
        "{learner}, 99999999999999999999",
        "{learner}, \u0664\u0662",
        "student-{learner}, 7",
        "student-{learner}, student-",
        "{learner}@example.org, 7@example.com",
        "aa{learner}aa, aaa"
    })
    void anyOtherNameIsNoLearners(String pattern, String name) {
        assertThat(LearnerPattern.of(pattern).key(name).map(CurrentLearner::parse))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"learner", "''", "{learner}-{learner}"})
    void aPatternHasOnePlaceForTheId(String pattern) {
        assertThatThrownBy(() -> LearnerPattern.of(pattern)).hasMessageContaining("{learner}");
    }

    @Test
    void withoutAnIdTheSameStatementHasTheSameOneWheneverItComes() {
        var id = statement(null, "42", NOON).identified().key();

        assertThat(id).matches(Statement.ID);
        assertThat(statement(null, "42", NOON).identified().key()).isEqualTo(id);
        assertThat(statement(null, "43", NOON).identified().key()).isNotEqualTo(id);
        assertThat(statement(null, "42", NOON.plusMillis(1)).identified().key()).isNotEqualTo(id);
        assertThat(statement(null, "42", null).identified().key())
                .isNotEqualTo(statement(null, "42", null).identified().key());
    }

    @Test
    void theTitleIsTheFirstNameThatCanBeShown() {
        assertThat(definition(names("zh-CN", "\u5faa\u73af", "en", "Loops")).title())
                .isEqualTo("\u5faa\u73af");
        assertThat(definition(names("de", " \n", "fr", "x".repeat(201), "en", " Loops\n"))
                        .title())
                .isEqualTo("Loops");
        assertThat(definition(Map.of()).title()).isNull();
        assertThat(definition(null).title()).isNull();
        assertThat(definition(names("en", "a\u202eb")).title()).isNull();
    }

    @Test
    void theTitleMakesNoOtherStatement() {
        var english = named(definition(names("en", "Loops"))).identified().key();

        assertThat(named(definition(names("de", "Schleifen"))).identified().key())
                .isEqualTo(english);
        assertThat(named(definition(null)).identified().key()).isEqualTo("01991cb6-1c14-3014-9c9f-ba22003bb35b");
    }

    private static ActivityDefinition definition(@Nullable Map<String, @Nullable String> names) {
        return new ActivityDefinition("http://adlnet.gov/expapi/activities/lesson", names);
    }

    private static Map<String, @Nullable String> names(String... languagesAndNames) {
        var names = new LinkedHashMap<String, @Nullable String>();
        for (int i = 0; i < languagesAndNames.length; i += 2) {
            names.put(languagesAndNames[i], languagesAndNames[i + 1]);
        }
        return names;
    }

    private static Statement named(ActivityDefinition definition) {
        var plain = statement(null, "42", NOON);
        return new Statement(
                null, plain.actor(), plain.verb(), new StatementObject(null, "http://lms/7", definition), NOON);
    }

    /** Otherwise a statement that is sent again after an upgrade would be another. */
    @Test
    void theIdOfAStatementWithoutOneNeverChanges() {
        assertThat(statement(null, "42", NOON).identified().key()).isEqualTo("d063f1ce-4bad-3b43-b2f4-3a017018d7b3");
    }

    @Test
    void anActivityHasOneKeyForEachVerb() {
        var key = statement("a", "42", NOON).activityKey();

        assertThat(key).matches("[A-Za-z0-9_-]{43}");
        assertThat(statement("b", "43", NOON.plusSeconds(1)).activityKey()).isEqualTo(key);
        assertThat(new Statement(
                                "a",
                                statement(null, "42", NOON).actor(),
                                new Verb("saw"),
                                new StatementObject(null, "https://lms/7", null),
                                NOON)
                        .activityKey())
                .isNotEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({
        "https://lms.example.org, https://lms.example.org, true",
        "https://LMS.example.org/a, HTTPS://lms.Example.ORG/a, true",
        "https://LMS.example.org/a, HTTPS://lms.Example.ORG/A, false",
        "https://lms.example.org?A, https://LMS.example.org?a, false",
        "https://Ada@lms.example.org:1, https://Ada@LMS.example.org:1, true",
        "https://Ada@lms.example.org, https://ada@lms.example.org, false",
        "https://lms.example.org, http://lms.example.org, false",
        "https://kms.example.org, https://\u212Ams.example.org, false",
        "urn:LMS, urn:lms, false",
        "lms, LMS, false",
        "https://a$1\\b.example.org/$1, https://A$1\\b.example.org/$1, true"
    })
    void schemeAndHostOfAHomePageHaveNoCase(String one, String other, boolean same) {
        assertThat(new AccountRule(one, LearnerPattern.of("{learner}"))
                        .key(new ActorAccount(other, "42"))
                        .isPresent())
                .isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({
        "s-{learner}@example.org, MAILTO:s-7@Example.ORG, true",
        "s-{learner}@EXAMPLE.org, mailto:s-7@example.org, true",
        "s-{learner}@example.org, mailto:S-7@example.org, false",
        "s-{learner}@example.org, mail:s-7@example.org, false",
        "s@{learner}.Example.org, mailto:s@7.eXample.org, true"
    })
    void schemeAndDomainOfAMailboxHaveNoCase(String pattern, String mbox, boolean same) {
        var mailboxes = new XapiRules(List.of(), List.of(), List.of(LearnerPattern.of(pattern))).mailboxes();

        assertThat(Identifiers.address(mbox)
                        .flatMap(address -> mailboxes.getFirst().key(address).map(CurrentLearner::parse)))
                .isEqualTo(same ? Optional.of(7L) : Optional.empty());
    }

    @Test
    void anIdIsOneHoweverItsLettersAreWritten() {
        assertThat(statement("6690E6C9-3EF0-4ED3-8B37-7F3964730BEE", "42", NOON)
                        .identified()
                        .key())
                .isEqualTo("6690e6c9-3ef0-4ed3-8b37-7f3964730bee");
    }

    @Test
    void aRuleWithoutTypeAndActivityFitsByItsVerb() {
        var statement = statement(null, "42", NOON);

        assertThat(new StatementRule("did", null, null, "LESSON").fits(statement))
                .isTrue();
        assertThat(new StatementRule("did", null, "https://lms/", "LESSON").fits(statement))
                .isTrue();
        assertThat(new StatementRule("did", null, "https://other/", "LESSON").fits(statement))
                .isFalse();
        assertThat(new StatementRule("did", "lesson", null, "LESSON").fits(statement))
                .isFalse();
        assertThat(new StatementRule("saw", null, null, "LESSON").fits(statement))
                .isFalse();
    }

    private static Statement statement(@Nullable String id, String name, @Nullable Instant timestamp) {
        return new Statement(
                id,
                new Actor(null, new ActorAccount("https://lms", name), null),
                new Verb("did"),
                new StatementObject(null, "https://lms/7", null),
                timestamp);
    }
}
