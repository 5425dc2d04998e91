package io.streakboard.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.web.login.LoginIssuer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Learners log in at an issuer, with authorization code and PKCE. */
@IntegrationTest
@DirtiesContext
class LearnersLoginBrowserTests extends LearnersPageInBrowser {

    private static final LoginIssuer ISSUER = LoginIssuer.start();

    private static final int HOUR = 3600;

    private final long learner = Learners.next();

    LearnersLoginBrowserTests(Api api) {
        super(api);
    }

    @DynamicPropertySource
    static void login(DynamicPropertyRegistry properties) {
        var login = ISSUER.login();
        properties.add("streakboard.login.client-id", login::clientId);
        properties.add("streakboard.login.authorization-uri", login::authorizationUri);
        properties.add("streakboard.login.token-uri", login::tokenUri);
    }

    @ParameterizedTest
    @CsvSource({"en, Log in, Log out, Today 0", "zh-CN, 登录, 退出登录, 今日 0"})
    void aLearnerComesBackToTheViewWhereTheLoginBegan(String language, String in, String out, String said)
            throws Exception {
        ISSUER.gives(this::token);
        come("points", language);
        awaitShown("#enter button", in);
        isForEverybody();

        browser.findElement(By.cssSelector("#enter button")).click();

        awaitText("streak-points", said);
        assertThat(browser.getCurrentUrl()).isEqualTo(api.url() + "/#points");
        assertThat(ISSUER.hasCode("the-code")).isFalse();

        awaitShown("#who button", out);
        browser.findElement(By.cssSelector("#who button")).click();
        awaitShown("#enter button", in);
        assertThat(run("return sessionStorage.length")).isEqualTo(0L);
    }

    @Test
    void aTokenThatIsRefusedIsRenewedUnseen() {
        ISSUER.gives(this::token, HOUR, this::token);
        logIn();

        breakToken();
        run("location.hash = 'board'");

        awaitText("streak-board", "You are not on this board yet");
        assertThat(run("return sessionStorage.getItem('streakboard.token')")).isNotEqualTo("broken");
        assertThat(shown("#expired")).isEmpty();
    }

    @Test
    void whatTheIssuerDoesNotRenewIsForgotten() {
        ISSUER.gives(this::token, HOUR, this::token);
        logIn();
        assertThat(run("return sessionStorage.getItem('streakboard.renewal')")).isNotNull();

        ISSUER.forgets();
        breakToken();
        run("location.hash = 'board'");

        awaitShown("#expired", "Your session has ended");
        assertThat(run("return sessionStorage.getItem('streakboard.renewal')")).isNull();
    }

    @Test
    void aCodeWithoutALoginThatBeganHereIsNotUsedAndLeavesTheAddress() {
        ISSUER.gaveCode("stolen", "v");
        come("today", "en");

        browser.get(api.url() + "/?state=s&code=stolen");

        awaitShown("#enter button", "Log in");
        assertThat(browser.getCurrentUrl()).isEqualTo(api.url() + "/");
        assertThat(ISSUER.hasCode("stolen")).isTrue();
    }

    @Test
    void aNewLoginRestoresThePage() throws Exception {
        ISSUER.gives(this::token);
        logIn();
        click("streak-month", "header button");
        awaitText("streak-month", "October 2026");
        run("document.body.dataset.since = 'before'");

        breakToken();
        run("location.hash = 'points'");
        awaitShown("#expired", "Your session has ended");
        awaitText("streak-points", "Log in to see this");
        isForEverybody();
        var page = browser.getWindowHandle();
        browser.findElement(By.cssSelector("#expired button")).click();

        awaitText("streak-points", "Today 0");
        await().untilAsserted(() -> assertThat(browser.getWindowHandles()).containsExactly(page));
        assertThat(shown("#expired")).isEmpty();
        run("location.hash = 'today'");
        awaitText("streak-month", "October 2026");
        assertThat(run("return document.body.dataset.since")).isEqualTo("before");
    }

    @ParameterizedTest
    @CsvSource({
        "state=s&error=access_denied&error_description=You+are+locked, The login was refused: You are locked",
        "state=another&code=stolen, The login did not succeed. Try it again."
    })
    void anAnswerThatIsNoLoginIsSaid(String answer, String said) throws Exception {
        ISSUER.gaveCode("stolen", "v");
        come("today", "en");
        run("sessionStorage.setItem('streakboard.login', JSON.stringify({verifier: 'v', state: 's', hash: ''}))");

        browser.get(api.url() + "/?" + answer);

        awaitShown("#entry-problem", said);
        assertThat(shown("#enter button")).isEqualTo("Log in");
        assertThat(ISSUER.hasCode("stolen")).isTrue();
        isForEverybody();
    }

    private String token() {
        return api.as(learner, "Ada").token();
    }

    /** Opens the page without a login. */
    private void come(String view, String language) {
        browser.get(api.url() + "/streakboard/icon.svg");
        run("sessionStorage.clear(); localStorage.setItem('streakboard.language', arguments[0]);", language);
        browser.get(api.url() + "/#" + view);
    }

    private void logIn() {
        come("today", "en");
        awaitShown("#enter button", "Log in");
        browser.findElement(By.cssSelector("#enter button")).click();
        awaitText("streak-month", "November 2026");
    }

    private void breakToken() {
        run("sessionStorage.setItem('streakboard.token', 'broken')");
    }

    /** The text of an element of the page; empty unless it is visible. */
    private String shown(String selector) {
        return String.valueOf(run("""
                const found = document.querySelector(arguments[0]);
                return found?.checkVisibility() ? found.textContent : '';
                """, selector));
    }

    private void awaitShown(String selector, String text) {
        await().untilAsserted(() -> assertThat(shown(selector)).contains(text));
    }
}
