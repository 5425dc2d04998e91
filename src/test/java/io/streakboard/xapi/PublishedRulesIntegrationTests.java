package io.streakboard.xapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import org.junit.jupiter.api.Test;

/** Rules of xAPI that are published while the application runs. */
@DatabaseRulebook
class PublishedRulesIntegrationTests {

    private static final String STATEMENT = """
            {"actor": {"mbox": "mailto:%d@%s"}, "verb": {"id": "http://example.org/%s"}, "object": {"id": "http://lms/%s"},
             "timestamp": "%s"}
            """;

    private final Api api;
    private final PublishedRules rules;
    private final BusinessTime time;

    PublishedRulesIntegrationTests(Api api, PublishedRules rules, BusinessTime time) {
        this.time = time;
        this.api = api;
        this.rules = rules;
    }

    @Test
    void theVersionInForceMapsStatementsAndTheirOwnTimeDecidesWhatTheyPay() {
        long learner = Learners.next();
        post(learner, "read", "1", "2026-11-18T03:00:00Z").isUnmapped();

        rules.publish("""
                {"types": {"READING": {"points": 7}},
                 "xapi": {"mailboxes": ["{learner}@new.example.org"], "accounts": [],
                          "rules": [{"verb": "http://example.org/read", "type": "READING"}]}}
                """);
        post(learner, "read", "2", "2026-11-18T03:00:00Z").isMapped(); // and before the type paid anything
        var now = time.now().toString();
        post(learner, "read", "3", now).isMapped();
        assertThat(api.learner(learner).get("/api/points/records").has(200).each("items", "points"))
                .containsExactly("7");

        rules.publish("{\"xapi\": null, \"types\": {\"READING\": null}}");
        statement(learner, "read", "4", now).isProblem(404, "not-found");
    }

    private record Taken(Answer answer) {

        void isMapped() {
            assertThat(answer.has(200).headers().getFirst("Streakboard-Unmapped"))
                    .isNull();
        }

        void isUnmapped() {
            assertThat(answer.has(200).headers().getFirst("Streakboard-Unmapped"))
                    .isEqualTo("0");
        }
    }

    private Taken post(long learner, String verb, String lesson, String at) {
        return new Taken(statement(learner, verb, lesson, at));
    }

    private Answer statement(long learner, String verb, String lesson, String at) {
        return api.service()
                .post(
                        "/xapi/statements",
                        "application/json",
                        STATEMENT
                                .formatted(learner, "new.example.org", verb, lesson, at)
                                .getBytes(UTF_8),
                        "X-Experience-API-Version",
                        "1.0.3");
    }
}
