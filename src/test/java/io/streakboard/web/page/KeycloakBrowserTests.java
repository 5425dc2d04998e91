package io.streakboard.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.Keycloak;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/**
 * Both pages with a Keycloak as the issuer: its own form, its tokens, its subjects. The application is configured as
 * docs/connect.md says.
 */
@IntegrationTest
@TestPropertySource(
        properties = {
            "spring.security.oauth2.resourceserver.jwt.public-key-location=",
            "spring.security.oauth2.resourceserver.jwt.audiences=streakboard",
            "streakboard.learners.keys=texts",
            "streakboard.tokens.roles-claim=/realm_access/roles",
            "streakboard.login.client-id=streakboard-pages",
            "streakboard.login.admin-scope=openid"
        })
@DirtiesContext
class KeycloakBrowserTests extends LearnersPageInBrowser {

    private static final Keycloak KEYCLOAK = Keycloak.start();

    KeycloakBrowserTests(Api api) {
        super(api);
    }

    @DynamicPropertySource
    static void issuer(DynamicPropertyRegistry properties) {
        var openid = KEYCLOAK.issuer() + "/protocol/openid-connect";
        properties.add("spring.security.oauth2.resourceserver.jwt.issuer-uri", KEYCLOAK::issuer);
        properties.add("streakboard.login.authorization-uri", () -> openid + "/auth");
        properties.add("streakboard.login.token-uri", () -> openid + "/token");
    }

    @BeforeEach
    void forgetLogins() {
        KEYCLOAK.servesPages(List.of(api.url() + "/", adminPage()));
        browser.get(api.url() + "/streakboard/icon.svg");
        run("sessionStorage.clear(); localStorage.setItem('streakboard.language', 'en');");
        cdp("Network.clearBrowserCookies", Map.of());
    }

    @Test
    void aLearnerLogsInSignsInGoesOnWithANewTokenAndLogsOut() {
        logIn("ada");
        click("streak-today", ".tap");
        awaitText("streak-today", "1 day in a row");

        breakToken();
        run("location.hash = 'points'");

        awaitText("streak-points", "Today +10");
        assertThat(token()).isNotEqualTo("broken");
        browser.findElement(By.cssSelector("#who button")).click();
        await().until(() -> isShown("#enter button"));
        assertThat(run("return sessionStorage.length")).isEqualTo(0L);
    }

    @Test
    void aProgramBringsALearnersActivityByTheSubjectOfTheLearnersTokens() {
        var program = api.bearing(KEYCLOAK.serviceToken());
        var learner = KEYCLOAK.userId("grace");
        var lesson = Map.<String, Object>of(
                "learner", learner,
                "type", "LESSON",
                "sourceId", "loops",
                "occurredAt", "2026-11-18T01:00:00Z");

        assertThat(program.post("/api/activities", Api.activities(List.of(lesson)))
                        .has(200)
                        .at("/results/0/outcome")
                        .asString())
                .isEqualTo("AWARDED");

        await().untilAsserted(() -> {
            var place = program.get("/api/boards/points/scores/" + learner).has(200);
            assertThat(place.at("/member").asString()).isEqualTo(learner);
            assertThat(place.at("/score").asInt()).isEqualTo(10);
        });
        program.actuator("/seasons").isProblem(403, "forbidden");
    }

    @Test
    void anAdminWhoseRoleIsTakenAwayHasNoPage() {
        browser.get(adminPage());
        await().until(() -> isShown("#login"));
        browser.findElement(By.id("login")).click();
        fillIn("grace");
        await().untilAsserted(() ->
                assertThat(browser.findElement(By.id("health")).getText()).contains("MySQL UP"));
        api.bearing(token()).actuator("/seasons").has(200);

        KEYCLOAK.takeRole("admin", "grace");
        breakToken();

        await().untilAsserted(() ->
                assertThat(browser.findElement(By.id("problem")).getText()).contains("lacks the scope"));
    }

    @Test
    void aDeletedUserIsAskedToLogInAgain() {
        logIn("alan");
        KEYCLOAK.deleteUser("alan");

        breakToken();
        run("location.hash = 'points'");

        await().until(() -> isShown("#expired"));
        assertThat(token()).isEqualTo("broken");
    }

    @Test
    void tokensOfANewKeyAreTakenAtOnceAndThoseOfTheOldOneToo() {
        logIn("ada");
        var old = token();
        KEYCLOAK.rotateKeys();

        breakToken();
        run("location.hash = 'points'");

        awaitText("streak-points", "Check in");
        assertThat(header(token())).isNotEqualTo(header(old));
        api.bearing(old).get("/api/points/today").has(200);
    }

    @Test
    void whileKeycloakIsDownItsTokensAreTakenAndAfterwardsThePageGoesOn() {
        logIn("ada");
        var good = token();

        KEYCLOAK.kill();
        try {
            api.bearing(good).get("/api/points/today").has(200);
            run("location.hash = 'board'");
            awaitText("streak-board", "Points");
            breakToken();
            run("location.hash = 'groups'");
            await().until(() -> isShown("#expired"));
        } finally {
            KEYCLOAK.startAgain();
        }

        browser.findElement(By.cssSelector("#expired button")).click(); // Keycloak knows the browser
        await().until(() -> !isShown("#expired"));
        run("location.hash = 'today'");
        awaitText("streak-month", "November 2026");
        api.bearing(token()).get("/api/points/today").has(200);
    }

    private String adminPage() {
        return api.actuatorUrl() + "/admin";
    }

    /** By Keycloak's form, unless it knows the browser. */
    private void logIn(String user) {
        browser.get(api.url() + "/#today");
        await().until(() -> isShown("#enter button"));
        browser.findElement(By.cssSelector("#enter button")).click();
        fillIn(user);
        awaitText("streak-month", "November 2026");
    }

    private void fillIn(String user) {
        await().until(() -> isShown("#password"));
        browser.findElement(By.id("username")).sendKeys(user);
        browser.findElement(By.id("password")).sendKeys(user);
        browser.findElement(By.id("kc-login")).click();
    }

    private void breakToken() {
        run("sessionStorage.setItem('streakboard.token', 'broken')");
    }

    private String token() {
        return String.valueOf(run("return sessionStorage.getItem('streakboard.token')"));
    }

    private static String header(String token) {
        return token.substring(0, token.indexOf('.'));
    }

    private boolean isShown(String selector) {
        return Boolean.TRUE.equals(
                run("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector));
    }
}
