package io.streakboard.identity.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API on the actuator's port. */
@IntegrationTest
class AdminApiIntegrationTests {

    private final Api api;

    AdminApiIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void adminRoutesAnswerAsAtTheApi() {
        long learner = Learners.next();
        var adjustment =
                Map.of("learner", learner, "points", 5, "reason", "a gift", "requestId", "admin-api-" + learner);

        api.admin().actuate("/api/points/adjustments", adjustment).has(201);
        api.admin().actuate("/api/points/adjustments", adjustment).has(200);

        var made = api.admin().get("/api/points/adjustments?learner=" + learner).body();
        assertThat(made.at("/items/0/reason").asString()).isEqualTo("a gift");
        assertThat(api.admin()
                        .actuator("/api/points/adjustments?learner=" + learner)
                        .body())
                .isEqualTo(made);
    }

    @Test
    void invalidFieldsAreNamed() {
        api.admin()
                .actuate(
                        "/api/points/adjustments",
                        Map.of("learner", -1, "points", 5, "reason", "a gift", "requestId", "admin-api"))
                .isInvalid("learner");
    }

    @Test
    void aFileMayBeLongerThanOtherBodies() {
        var threeMegabytes = new byte[3 << 20];

        assertThat(api.admin()
                        .actuate("/api/imports", "text/csv", threeMegabytes)
                        .isInvalid("body")
                        .at("/detail")
                        .asString())
                .as("it was read")
                .contains("the header must be");
        api.admin()
                .actuate("/api/points/adjustments", "application/json", threeMegabytes)
                .isProblem(413, "body-too-large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/imports", "/api/points/adjustments", "/%61pi/imports"})
    void otherRolesAreRefused(String path) {
        api.admin().actuator(path).has(200);
        api.service().actuator(path).isProblem(403, "forbidden");
        api.learner(Learners.next()).actuator(path).isProblem(403, "forbidden");
        api.anonymous().actuator(path).isProblem(401, "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/points/today", "/api/rules", "/api/nothing", "/api", "/api/v3/api-docs"})
    void nothingElseIsThere(String path) {
        api.admin().actuator(path).has(404);
        api.learner(Learners.next()).actuator(path).has(403);
    }

    @Test
    void actionsOfAdminsAreRecorded() {
        long learner = Learners.next();

        api.admin()
                .actuate(
                        "/api/points/adjustments",
                        Map.of(
                                "learner",
                                learner,
                                "points",
                                5,
                                "reason",
                                "for " + learner,
                                "requestId",
                                "a-" + learner))
                .has(201);

        var recorded = api.admin().actuator("/audit?limit=100").list("items").stream()
                .filter(each -> each.path("reason").asString("").equals("for " + learner))
                .toList();
        assertThat(recorded)
                .singleElement()
                .satisfies(each ->
                        assertThat(each.path("target").asString()).isEqualTo("/actuator/api/points/adjustments"))
                .satisfies(each -> assertThat(each.path("outcome").asString()).isEqualTo("DONE"));
    }
}
