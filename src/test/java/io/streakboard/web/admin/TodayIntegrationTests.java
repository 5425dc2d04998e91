package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import org.junit.jupiter.api.Test;

@IntegrationTest
class TodayIntegrationTests {

    private final Api api;

    TodayIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void tellsEachPartWithItsAge() {
        await().untilAsserted(() -> assertThat(
                        api.admin().actuator("/today").has(200).at("/parts").propertyNames())
                .containsExactly("attention", "boards", "learners", "points", "signIns"));
        var today = api.admin().actuator("/today").has(200);

        assertThat(today.at("/parts").values())
                .allSatisfy(part -> assertThat(part.path("asOf").asString()).endsWith("Z"));
        assertThat(today.at("/parts/signIns/freshFor").asString()).isEqualTo("PT1M");
        assertThat(today.at("/parts/signIns/figures/today/day").asString()).isEqualTo("2026-11-18");
        assertThat(today.at("/parts/points/figures/season").asString()).isEqualTo("2026-11");
        assertThat(today.at("/unavailable")).isEmpty();
    }

    @Test
    void isForAdmins() {
        api.learner(Learners.next()).actuator("/today").isProblem(403, "forbidden");
        api.as(1, null, "support").actuator("/today").isProblem(403, "forbidden");
        api.anonymous().actuator("/today").isProblem(401, "unauthorized");
    }
}
