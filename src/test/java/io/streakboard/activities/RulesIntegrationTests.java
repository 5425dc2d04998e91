package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a frontend asks before it shows anything. */
@IntegrationTest
class RulesIntegrationTests {

    private final Api api;

    RulesIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void showTheConfiguration() {
        var rules = api.learner(Learners.next()).get("/api/rules").has(200);

        assertThat(rules.each("types", "type")).containsExactly("SIGN_IN", "LESSON", "QUESTION", "NOTE", "REVIEW");
        assertThat(rules.each("types", "label")).startsWith("Sign in", "Lesson");
        assertThat(rules.at("/types/1/cap").asInt()).isEqualTo(50);
        assertThat(rules.at("/ladder").toString()).isEqualTo("[10,20,30,50]");
        assertThat(rules.at("/makeUps").toString()).isEqualTo("{\"window\":30,\"quota\":3}");
        assertThat(rules.at("/zone").asString()).isEqualTo("Asia/Shanghai");
        assertThat(rules.at("/day").asString()).isEqualTo("2026-11-18");
        assertThat(rules.at("/dayEndsAt").asString()).isEqualTo("2026-11-18T16:00:00Z");
        assertThat(rules.at("/features").toString())
                .isEqualTo("[\"badges\",\"credentials\",\"groups\",\"leagues\",\"prizes\"]");
    }

    @Test
    void areNotSentAgainForACurrentETag() {
        var learner = api.learner(Learners.next());
        for (var path : List.of("/api/rules", "/api/boards")) {
            var first = learner.get(path).has(200);
            var tag = String.valueOf(first.headers().getETag());

            var again = learner.get(path, "If-None-Match", tag).has(304);

            assertThat(first.headers().getCacheControl()).as(path).contains("private");
            assertThat(again.body().isMissingNode()).as(path).isTrue();
        }
    }
}
