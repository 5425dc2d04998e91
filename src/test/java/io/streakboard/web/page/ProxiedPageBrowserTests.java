package io.streakboard.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.Nginx;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The page and embedded parts behind nginx, which ends TLS: the application is called by another scheme than the
 * browser's. Pages of one other origin may call the API, so each call of a page is judged.
 */
@IntegrationTest
@DirtiesContext
class ProxiedPageBrowserTests extends LearnersPageInBrowser {

    private static final HostPage HOST = new HostPage();

    private final long learner = Learners.next();

    @SuppressWarnings("NullAway.Init") // started before the first test
    private Nginx nginx;

    ProxiedPageBrowserTests(Api api) {
        super(api);
    }

    @DynamicPropertySource
    static void theHostMayCall(DynamicPropertyRegistry properties) {
        properties.add("streakboard.cors.origins", () -> HOST.at("127.0.0.1"));
    }

    @BeforeAll
    void start() {
        nginx = Nginx.startBefore(api.port(), "nginx-page");
    }

    @AfterAll
    void stop() {
        nginx.close();
        HOST.close();
    }

    @Override
    String address() {
        return nginx.url();
    }

    @Test
    void theInstallationsOwnPageSignsInAndSavesChoices() {
        open(learner, "today");
        awaitText("streak-today", "Check in");
        click("streak-today", ".tap");
        awaitText("streak-today", "1 day in a row");

        open(learner, "me");
        awaitText("streak-privacy", "What others see of you");
        click("streak-privacy", "button.main");
        awaitText("streak-privacy", "Saved");
    }

    @Test
    void boardsOfTheOwnPageGoOnByThemselves() {
        long scorer = Learners.next();
        open(scorer, "board");
        awaitText("streak-board", "You are not on this board yet");

        api.learner(scorer).post("/api/sign-ins").has(201);

        awaitText("streak-board", "You No.");
    }

    @Test
    void partsInAPageOfTheConfiguredOriginSignIn() {
        long visitor = Learners.next();
        show("127.0.0.1", visitor);
        awaitText("streak-today", "Check in");

        click("streak-today", ".tap");

        await().until(() -> "signed for 2026-11-18".equals(browser.getTitle()));
        awaitText("streak-today", "1 day in a row");
    }

    @Test
    void partsInAPageOfAnotherOriginReadAndDoNothing() {
        long visitor = Learners.next();
        show("localhost", visitor);
        awaitText("streak-today", "No connection");

        assertThat(browser.executeAsyncScript(
                        """
                fetch(arguments[0] + '/api/sign-ins', {method: 'POST', headers: {Authorization: 'Bearer ' + arguments[1]}})
                    .then(answer => arguments[2](answer.status), () => arguments[2]('blocked'));
                """, nginx.url(), api.learner(visitor).token()))
                .isEqualTo("blocked");
        assertThat(api.learner(visitor)
                        .get("/api/sign-ins/calendar?month=2026-11")
                        .at("/signedToday")
                        .asBoolean())
                .isFalse();
    }

    private void show(String host, long viewer) {
        HOST.shows(nginx.url(), api.as(viewer, "Ada").token(), "<streak-today></streak-today>");
        browser.get(HOST.at(host) + "/");
    }
}
