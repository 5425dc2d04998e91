package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.Token;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@IntegrationTest
class SecurityIntegrationTests {

    private final Api api;
    private final LearnerNames names;

    SecurityIntegrationTests(Api api, LearnerNames names) {
        this.api = api;
        this.names = names;
    }

    /** The methods of a route do not depend on roles. */
    @ParameterizedTest
    @CsvSource({
        "/api/sign-ins, 'POST,OPTIONS'",
        "/api/points/adjustments, 'POST,GET,HEAD,OPTIONS'",
        "/api/feed, 'GET,HEAD,OPTIONS'"
    })
    void anyTokenShowsTheMethodsOfARoute(String path, String methods) throws Exception {
        var answer = options(path, api.learner(Learners.next()).token());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Allow").orElseThrow().split(","))
                .containsExactlyInAnyOrder(methods.split(","));
        assertThat(options("/api/nowhere", api.learner(1).token()).statusCode()).isEqualTo(404);
        assertThat(options(path, "none").statusCode()).isEqualTo(401);
        assertThat(options(path, api.as(1, null, "monitor").token()).statusCode())
                .isEqualTo(403);
    }

    private HttpResponse<String> options(String path, String token) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(api.url() + path))
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .header("Authorization", "Bearer " + token)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/seasons",
                "/api/boards/points/top",
                "/api/points/today",
                "/api/points/records",
                "/api/points/summary",
                "/api/sign-ins/calendar?month=2026-11",
                "/api/imports/1",
                "/nowhere"
            })
    void withoutATokenEveryRouteIsUnauthorized(String route) {
        var answer = api.anonymous().get(route).isProblem(401, "unauthorized");

        assertThat(answer.headers().getFirst("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void aTokenInTheQueryIsNone() {
        var token = api.learner(Learners.next()).token();

        api.anonymous().get("/api/points/today?access_token=" + token).isProblem(401, "unauthorized");
    }

    @Test
    void thePageForAdminsIsInNoFrame() throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var page = client.send(
                    HttpRequest.newBuilder(URI.create(api.actuatorUrl() + "/admin"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"not.a.token", "x\"y", "é", ""})
    void aChallengeSaysThatATokenIsNotValid(String token) {
        var challenge = api.bearing(token).get("/api/points/today").isProblem(401, "unauthorized");

        assertThat(challenge.headers().getFirst("WWW-Authenticate"))
                .matches("Bearer error=\"invalid_token\", error_description=\"[^\"\\\\]+\"");
    }

    @Test
    void aChallengeSaysWhyATokenIsNotValid() {
        var answer = api.bearing(expired()).get("/api/points/today").isProblem(401, "unauthorized");

        assertThat(answer.headers().getFirst("WWW-Authenticate")).contains("Jwt expired at");
        assertThat(answer.at("/detail").asString()).contains("Jwt expired at");
    }

    @Test
    void aCodeSaysWhatIsWrongWithAToken() {
        long now = Instant.now().getEpochSecond();
        var good = Token.of("42").claim("iat", now - 7200);

        assertThat(code(api.anonymous(), 401)).isEqualTo("token-missing");
        assertThat(code(api.bearing("not.a.token"), 401)).isEqualTo("token-invalid");
        assertThat(code(api.bearing(good.withSignature(new byte[256])), 401)).isEqualTo("token-invalid");
        assertThat(codeOf(good.claim("exp", now - 1))).isEqualTo("token-expired");
        assertThat(codeOf(good.claim("exp", now - 3600))).isEqualTo("token-expired");
        assertThat(codeOf(good.claim("exp", null))).isEqualTo("token-time");
        assertThat(codeOf(good.claim("nbf", now + 600))).isEqualTo("token-time");
        assertThat(codeOf(good.header("typ", "logout+jwt"))).isEqualTo("token-type");
        assertThat(codeOf(good.claim("iss", "https://other.example.org"))).isEqualTo("token-issuer");
        assertThat(codeOf(good.claim("aud", "other"))).isEqualTo("token-audience");
        assertThat(codeOf(good.claim("cnf", "none"))).isEqualTo("token-confirmation");
        assertThat(code(api.bearing(token("ada")), 403)).isEqualTo("subject");
        assertThat(api.learner(42)
                        .get("/api/boards/points/top?learner=43")
                        .has(403)
                        .at("/code")
                        .asString())
                .isEqualTo("scope");
        assertThat(api.learner(42)
                        .post("/api/activities", "{}")
                        .has(403)
                        .at("/code")
                        .asString())
                .isEqualTo("scope");
    }

    private String codeOf(Token token) {
        return code(api.bearing(token.signed()), 401);
    }

    private static String code(Api.Caller caller, int status) {
        return caller.get("/api/points/today").has(status).at("/code").asString();
    }

    @Test
    void aChallengeSaysThatAScopeIsMissing() {
        var answer = api.learner(Learners.next()).post("/api/activities", "{}").isProblem(403, "forbidden");

        assertThat(answer.headers().getFirst("WWW-Authenticate")).startsWith("Bearer error=\"insufficient_scope\"");
        assertThat(api.service().actuator("/seasons").has(403).headers().getFirst("WWW-Authenticate"))
                .startsWith("Bearer error=\"insufficient_scope\"");
    }

    @Test
    void aTokenThatIsForgedMalformedOrExpiredIsUnauthorized() {
        var good = token("42");

        api.bearing(good).get("/api/points/today").has(200);
        api.bearing(good.substring(0, good.length() - 4) + "AAAA")
                .get("/api/points/today")
                .isProblem(401, "unauthorized");
        api.bearing("not.a.token").get("/api/points/today").isProblem(401, "unauthorized");
        api.bearing(expired()).get("/api/points/today").isProblem(401, "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "abc", "9223372036854775808", "1.5", "01"})
    void aSubjectThatIsNoLearnersIdIsForbidden(String subject) {
        api.bearing(token(subject)).post("/api/sign-ins").isProblem(403, "not-a-learner");
    }

    @Test
    void aTokenThatNamesNoLearnerIsToldWhichSettingWouldTakeIt() {
        var key = "auth0|5f7c";
        assertThat(detail(Token.of(key)))
                .contains("claim 'sub'", "is '" + key + "'", "streakboard.learners.keys=texts")
                .contains("streakboard.tokens.learner-claim");
        assertThat(detail(Token.of("a\n" + "b".repeat(1_000))))
                .contains("'a\\u000abbb", "b…'")
                .hasSizeLessThan(600);
        assertThat(detail(Token.of("42").claim("sub", null)))
                .contains("is missing", "streakboard.tokens.learner-claim")
                .doesNotContain("keys=texts");
    }

    private String detail(Token token) {
        return api.bearing(token.signed())
                .get("/api/points/today")
                .isProblem(403, "not-a-learner")
                .at("/detail")
                .asString();
    }

    @Test
    void theLargestIdIsALearnersToo() {
        var signedIn = api.bearing(token(Long.toString(Long.MAX_VALUE))).post("/api/sign-ins");

        assertThat(signedIn.status()).isIn(201, 200);
    }

    @Test
    void aLearnerMayNeitherIngestNorAdjustNorImport() {
        var learner = api.learner(Learners.next());

        learner.post("/api/activities", "{}").isProblem(403, "forbidden");
        learner.post("/api/points/adjustments", "{}").isProblem(403, "forbidden");
        learner.post("/api/imports", "text/csv", new byte[0]).isProblem(403, "forbidden");
        learner.get("/api/imports/1").isProblem(403, "forbidden");
        api.admin().post("/api/activities", "{}").isProblem(403, "forbidden");
        api.service().post("/api/points/adjustments", "{}").isProblem(403, "forbidden");
    }

    @ParameterizedTest
    @CsvSource({"/seasons", "/journal", "/boards/points", "/events", "/metrics", "/prometheus", "/info"})
    void theActuatorIsForAdmins(String endpoint) {
        api.anonymous().actuator(endpoint).isProblem(401, "unauthorized");
        api.learner(Learners.next()).actuator(endpoint).isProblem(403, "forbidden");
        api.service().actuator(endpoint).isProblem(403, "forbidden");
        if (!endpoint.equals("/prometheus")) { // not JSON
            api.admin().actuator(endpoint).has(200);
        }
    }

    @Test
    void healthIsForEverybody() {
        assertThat(api.anonymous()
                        .actuator("/health/readiness")
                        .has(200)
                        .at("/status")
                        .asString())
                .isEqualTo("UP");
    }

    @Test
    void malformedOperationsAreProblems() {
        var admin = api.admin();

        admin.actuate("/seasons/current", Map.of("action", "explode")).isInvalid("action");
        admin.actuate("/seasons/current", Map.of("action", "settle")).isInvalid("action");
        admin.actuate("/seasons/1999-01", Map.of("action", "settle")).isProblem(404, "season-not-found");
        admin.actuate("/journal", Map.of("action", "explode", "id", "1-0")).isInvalid("action");
        admin.actuate("/events", Map.of("action", "explode")).isInvalid("action");
        admin.actuate("/boards/points", Map.of("action", "explode")).isInvalid("action");
        admin.actuator("/boards/other").isProblem(404, "not-found");
        admin.actuator("/seasons/nonsense").isProblem(404, "season-not-found");
    }

    @Test
    void adminsSeeJournalBoardsEventsAndSeasons() {
        var admin = api.admin();

        assertThat(admin.actuator("/journal").has(200).at("/partitions").size()).isEqualTo(128);
        assertThat(admin.actuate("/boards/points", Map.of("action", "verify"))
                        .has(200)
                        .at("/season")
                        .asString())
                .isEqualTo("2026-11");
        assertThat(admin.actuate("/events", Map.of("action", "resubmit"))
                        .has(200)
                        .at("/unparked")
                        .asInt())
                .isZero();
        assertThat(admin.actuator("/seasons/current").has(200).at("/steps").size())
                .isZero();
    }

    @Test
    void theNameInATokenIsRememberedAndMayChange() {
        long learner = Learners.next();

        api.as(learner, "Ada").get("/api/points/today").has(200);
        await().untilAsserted(() -> assertThat(shown(learner)).isEqualTo("Ada"));
        api.as(learner, "Augusta").get("/api/points/today").has(200);
        await().untilAsserted(() -> assertThat(shown(learner)).isEqualTo("Augusta"));
    }

    @Test
    void aNameOfAHundredCharactersIsTakenWhole() {
        long learner = Learners.next();
        var name = "x".repeat(99) + "\ud83d\ude00";
        var caller =
                api.bearing(Token.of(Long.toString(learner)).claim("name", name).signed());

        caller.post("/api/sign-ins").has(201);
        await().untilAsserted(() -> assertThat(shown(learner)).isEqualTo(name));
    }

    @Test
    void aRequestForADevelopmentTokenIsValidated() {
        api.anonymous().post("/dev/tokens", Map.of("learner", 0)).isInvalid("learner");
        api.anonymous().post("/dev/tokens", Map.of("learner", "x")).isInvalid("learner");
        api.anonymous().post("/dev/tokens", "{").isInvalid("body");
    }

    private String shown(long learner) {
        return names.profiles(List.of(learner))
                .getOrDefault(learner, LearnerProfile.NONE)
                .name();
    }

    private static String token(String subject) {
        return Token.of(subject).signed();
    }

    private String expired() {
        return api.anonymous()
                .post("/dev/tokens", Map.of("learner", 42, "expiresInSeconds", -600))
                .has(200)
                .at("/token")
                .asString();
    }
}
