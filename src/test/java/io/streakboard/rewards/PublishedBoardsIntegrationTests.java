package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.rulebook.DatabaseRulebook;
import io.streakboard.rulebook.PublishedRules;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A board from its publication to its prizes, taken out and put back while the application runs. */
@DatabaseRulebook
class PublishedBoardsIntegrationTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Api api;
    private final PublishedRules rules;
    private final PrizeTable prizes;
    private final BusinessTime time;
    private final long ada = Learners.next();
    private final String fair = "fair-" + ada;
    private final String top = "/api/boards/%s/top".formatted(fair);

    PublishedBoardsIntegrationTests(Api api, PublishedRules rules, PrizeTable prizes, BusinessTime time) {
        this.api = api;
        this.rules = rules;
        this.prizes = prizes;
        this.time = time;
    }

    @Test
    void aBoardComesEndsPaysAndGoes() {
        api.service().get(top).has(404);

        publish("{'title': 'Fair', 'retention': 'PT1S', 'prizes': [{'toRank': 1, 'points': 7}]}");
        api.service().get(top).has(200);
        assertThat(score("m-1", 10).at("/results/0/outcome").asString()).isEqualTo("APPLIED");
        assertThat(check("{'operator': 'best'}")).containsExactly("/boards/" + fair + "/operator written");

        // The end is part of what Redis has: the ranking is rebuilt.
        var end = time.now().plusSeconds(5);
        publish("{'endsAt': '%s'}".formatted(end));
        await().atMost(SOON).untilAsserted(() -> {
            var page = api.service().get(top).has(200);
            assertThat(page.at("/degraded").asBoolean()).isFalse();
            assertThat(page.at("/items/0/score").asInt()).isEqualTo(10);
        });

        // In force after the end, so it is too late for this edition.
        rules.publish(patch("{'prizes': [{'toRank': 1, 'points': 9}]}"), end.plusSeconds(1));
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(prizes.of(ada)).extracting(Prize::points).containsExactly(7));
        assertThat(score("m-2", 10).at("/results/0/outcome").asString()).isEqualTo("LATE");

        await().atMost(SOON).until(() -> check("null").contains("/boards/" + fair + " removes"));
        publish("null");
        assertThat(score("m-3", 10).at("/results/0/code").asString()).isEqualTo("board-unknown");
        assertThat(api.service().get(top).has(200).at("/items/0/score").asInt()).isEqualTo(10);
        assertThat(api.service().get("/api/boards").has(200).each("items", "board"))
                .contains("points")
                .doesNotContain(fair);

        assertThat(check("{'members': 'any', 'endsAt': '%s'}".formatted(end)))
                .containsExactly("/boards/" + fair + "/members written");
        assertThat(check("{}")).containsExactly("/boards/" + fair + "/endsAt written");
        publish("{'title': 'Fair', 'endsAt': '%s'}".formatted(end));
        assertThat(api.service().get("/api/boards").has(200).each("items", "board"))
                .contains(fair);
        assertThat(score("m-4", 10).at("/results/0/outcome").asString()).isEqualTo("LATE");
    }

    @Test
    void anUnknownBoardIsNoneHoweverOftenItIsAskedFor() {
        for (int i = 0; i < 20; i++) {
            api.service().get("/api/boards/none-" + i + "/top").has(404);
        }
    }

    private void publish(String member) {
        rules.publish(patch(member));
    }

    private List<String> check(String member) {
        return rules.check(patch(member));
    }

    private String patch(String member) {
        return "{\"boards\": {\"%s\": %s}}".formatted(fair, member.replace('\'', '"'));
    }

    private Answer score(String message, int delta) {
        var score = Map.of("member", Long.toString(ada), "delta", delta, "messageId", message);
        return api.service()
                .post("/api/boards/%s/scores".formatted(fair), Map.of("scores", List.of(score)))
                .has(200);
    }
}
