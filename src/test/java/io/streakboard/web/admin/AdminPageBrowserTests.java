package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.RawBoard;
import io.streakboard.season.SeasonHolds;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.YearMonth;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The page for admins, in a browser. */
@IntegrationTest
class AdminPageBrowserTests extends AdminPageInBrowser {

    private final Api api;
    private final SeasonHolds holds;
    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;

    AdminPageBrowserTests(Api api, SeasonHolds holds, StringRedisTemplate redis, JdbcClient jdbc) {
        super(api);
        this.api = api;
        this.redis = redis;
        this.jdbc = jdbc;
        this.holds = holds;
    }

    @Test
    void aTokenThatDoesNotHoldIsAskedForAgain() {
        browser.get(page(""));
        enter("nonsense");

        awaitText("problem", "valid bearer token");
        assertThat(element("entry").isDisplayed()).isTrue();

        enter(api.learner(Learners.next()).token());
        awaitText("problem", "lacks the scope");

        enter(api.admin().token());
        awaitText("health", "MySQL UP");
        awaitText("events", "delivered");
        assertThat(element("entry").isDisplayed()).isFalse();
    }

    @Test
    void anAdminSettlesASeasonAndSeesLateActivities() {
        long learner = Learners.next();
        award(learner, "in-time");
        await().until(() -> api.admin()
                        .get("/api/boards/points/top?season=2004-05")
                        .at("/total")
                        .asInt()
                == 1);
        browser.get(page("#2004-05"));
        enter(api.admin().token());
        awaitText("season-title", "Season 2004-05: ENDED");

        press("Settle now");
        answer("no");
        assertThat(element("season-title").getText()).endsWith("ENDED");

        press("Settle now");
        assertThat(element("question").getText()).contains("Seal 2004-05");
        answer("yes");
        awaitText("season-title", "Season 2004-05: SETTLED");
        awaitText("season-detail", "1 of 1 pages copied");
        await().ignoreException(StaleElementReferenceException.class) // the card is drawn anew now and then
                .untilAsserted(() -> assertThat(browser.findElements(By.cssSelector("#season-actions button")))
                        .extracting(WebElement::getText)
                        .containsExactly("Top", "Ledger as CSV", "Totals as CSV", "Board as CSV"));

        award(learner, "<b>late</b>");
        awaitText("season-detail", "Came after the seal: 1");
        awaitText("season-detail", "<b>late</b>");
    }

    @Test
    void anAdminCuresAMismatchInOnePlace() {
        long learner = Learners.next();
        award(learner, "drifts", "2004-07-10T04:00:00Z");
        long season = api.admin().actuator("/seasons/2004-07").at("/season/id").asLong();
        await().until(() -> redis.hasKey(RawBoard.mark(season)) // or its first rebuild would mend it
                && redis.opsForZSet().score(RawBoard.key(season), RawBoard.member(jdbc, season, learner)) != null);
        redis.opsForZSet().incrementScore(RawBoard.key(season), RawBoard.member(jdbc, season, learner), 1 << 23);
        browser.get(page("#2004-07"));
        enter(api.admin().token());
        awaitText("season-title", "Season 2004-07: ENDED");

        press("Settle now");
        answer("yes");
        awaitText("season-reason", "VERIFY: ");
        click(By.xpath("//button[text()='What differs?']"));
        awaitText("season-reason", "Different");
        press("Rebuild the board and copy again");
        answer("yes");

        awaitText("season-title", "Season 2004-07: SETTLED");
        await().until(() -> element("season-reason").getText().isEmpty());
    }

    @Test
    void aCardThatGetsNoAnswerTellsItsAgeAndLeavesTheOthersAlone() {
        browser.get(page(""));
        enter(api.admin().token());
        awaitText("seasons", "2026-11");

        block("*/actuator/seasons*");
        awaitText("seasons-card", "old: The application cannot be reached.");
        assertThat(element("seasons").getText()).contains("2026-11");
        assertThat(element("entry").isDisplayed()).isFalse();
        assertThat(element("journal-card").getText()).doesNotContain("cannot be reached");

        block();
        await().until(() -> !element("seasons-card").getText().contains("cannot be reached"));
    }

    @Test
    void anAdminGivesUpAHoldThatASettlementWaitsFor() {
        holds.hold(Set.of(YearMonth.of(2004, 6)), "import 7", "a file", null);
        award(Learners.next(), "held", "2004-06-10T04:00:00Z");
        browser.get(page("#2004-06"));
        enter(api.admin().token());
        awaitText("season-detail", "import 7");
        awaitText("seasons", "ENDED, held");

        press("Settle now");
        answer("yes");
        awaitText("season-reason", "waits for import 7 (a file)");
        press("Give up the holds");
        answer("yes");
        await().until(() -> !element("seasons").getText().contains("held"));
        press("Settle now");
        answer("yes");
        awaitText("season-title", "Season 2004-06: SETTLED");
    }

    @Test
    void anAdminComparesAnEditionAndHidesAMember() {
        var song = "song-" + Learners.next();
        score(song);
        browser.get(page(""));
        enter(api.admin().token());
        awaitText("boards", "popular 2026-11-18T10:00 browser");
        awaitText("boards", "complete");

        click(By.xpath("//button[text()='popular 2026-11-18T10:00 browser']"));
        awaitText("edition-title", "popular 2026-11-18T10:00 browser");
        click(By.xpath("//button[text()='Compare']"));
        awaitText("edition-detail", "Missing");

        element("member").sendKeys(song);
        press("Hide");
        assertThat(element("question").getText()).contains(song, "out of all rankings");
        answer("yes");
        awaitText("moderated", song + ": hide is done.");
        await().until(() -> api.learner(1)
                .get("/api/boards/popular/top?period=2026-11-18T10:00&partition=browser")
                .each("items", "member")
                .isEmpty());

        press("Rename");
        answer("yes");
        awaitText("problem", "to: is required");
    }

    @Test
    void aSeasonThatIsNotThereIsNamedAndLeft() {
        browser.get(page("#1999-01"));
        enter(api.admin().token());

        awaitText("problem", "1999-01");
        awaitText("health", "MySQL UP");
        assertThat(element("season").isDisplayed()).isFalse();
    }

    private void score(String song) {
        api.score("popular", List.of(Api.scoreOf(song, "browser", 5, song, "2026-11-18T02:10:00Z")));
    }

    private void award(long learner, String sourceId) {
        award(learner, sourceId, "2004-05-10T04:00:00Z");
    }

    private void award(long learner, String sourceId, String occurredAt) {
        api.take(List.of(Api.activity(learner, "LESSON", sourceId, occurredAt)));
    }
}
