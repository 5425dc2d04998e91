package io.streakboard.web.admin;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** The page in states that the application is seldom in. */
@IntegrationTest
class AdminStatesBrowserTests extends AdminPageInBrowser {

    private static final String AWAY = """
            [503, {"detail": "A store is not available. Try again later."}]""";

    private static final String NOTHING = """
            "today": [200, {"parts": {}, "unavailable": {}}],
            "webhooks": [200, {"position": 0, "webhooks": []}],
            "audit": [200, {"items": [], "next": null}],
            "info": [200, {"zone": "UTC", "day": "2026-11-18"}],
            "seasons": [200, {"seasons": [], "mismatches": []}],
            "boards": [200, {"boards": []}],
            "signins": [200, {"degraded": false, "inProgress": false, "drift": null, "run": null}],
            "journal": [200, {"partitions": [], "parked": []}],
            "leagues": [404, {"detail": "Not found"}],
            "badges": [404, {"detail": "Not found"}],
            "events": [200, {"open": 0, "failed": 0, "parked": 0, "parkedPublications": []}],
            "api/imports": [200, {"items": [], "total": 0}]""";

    private static final String A_DAY = """
            {"health": [200, {"status": "UP", "components": {"db": {"status": "UP"}}}], %s,
             "today": [200, {"unavailable": {}, "parts": {
               "attention": {"asOf": "2026-11-18T04:00:00Z", "figures": [
                 {"metric": "streakboard.journal.parked", "value": 3}, {"metric": "streakboard.settlement.overdue", "value": 9000}]},
               "boards": {"asOf": "2026-11-18T04:00:00Z", "figures": [
                 {"board": "quiz", "title": "Quiz", "period": "2026-11", "endsAt": "2099-12-01T00:00:00Z", "rankings": 2}]},
               "learners": {"asOf": "2026-11-18T04:00:00Z", "figures":
                 {"active": 120, "newToday": 2, "newYesterday": 1, "atRisk": 10000, "atRiskMore": true}},
               "points": {"asOf": "2026-11-18T04:00:00Z", "figures": {"season": "2026-11", "endsAt": "2026-12-01T00:00:00Z",
                 "all": {"learners": 130, "points": 54321}, "today": 1234, "yesterday": 1000, "weekAgo": 2000}},
               "signIns": {"asOf": "2026-11-18T04:00:00Z", "figures": {
                 "today": {"day": "2026-11-18", "signIns": 60, "byNow": 60},
                 "yesterday": {"day": "2026-11-17", "signIns": 90, "byNow": 40},
                 "weekAgo": {"day": "2026-11-11", "signIns": 95, "byNow": 80},
                 "days": [{"day": "2026-11-17", "signIns": 90, "points": 900}, {"day": "2026-11-18", "signIns": 60, "points": 600}]}}}}]}
            """.formatted(NOTHING);

    AdminStatesBrowserTests(Api api) {
        super(api);
    }

    @Test
    void nothingIsThereYet() throws IOException {
        pretend("""
                {"health": [200, {"status": "UP", "components": {"db": {"status": "UP"}}}], %s}""".formatted(NOTHING));
        open("");
        awaitText("health", "MySQL UP");
        awaitText("seasons-card", "There are no seasons yet.");
        awaitText("imports", "Nothing was imported yet.");
        isForEverybody();
    }

    @Test
    void theDayIsToldFirst() throws IOException {
        pretend(A_DAY);
        open("");
        awaitText("attention", "Sign-ins were given up: 3.");
        awaitText("attention", "A season has been due for settlement for 2 hours 30 minutes.");
        assertThat(element("today").getText())
                .contains("60", "yesterday by now: 40 (+50%)", "by now: 80 (−25%)", "10,000+")
                .contains("1,234", "yesterday by now: 1,000 (+23%)", "a week ago by now: 2,000 (−38%)");
        assertThat(element("ends").getText()).contains("Quiz, November 2026: in ", "2 rankings");
        assertThat(element("fresh").getText()).contains("Sign-ins as of");
        var curve = browser.findElement(By.cssSelector("#curves svg"));
        assertThat(curve.getDomAttribute("role")).isEqualTo("img");
        assertThat(curve.getDomAttribute("aria-label")).contains("at most 90, on Nov 17, 2026.");
        click(By.cssSelector("#today-card summary"));
        assertThat(element("curves-table").getText()).contains("Nov 18, 2026", "Sep 20, 2026");

        click(By.cssSelector("#attention button"));
        assertThat(browser.switchTo().activeElement().getText()).isEqualTo("Journal of sign-ins");
        isForEverybody();
    }

    @Test
    void thePageSpeaksChinese() throws IOException {
        pretend(A_DAY);
        open("");
        awaitText("attention", "Sign-ins were given up: 3.");
        click(By.id("language"));
        awaitText("attention", "被放弃的签到：3。");
        assertThat(element("today-title").getText()).isEqualTo("今天");
        awaitText("health", "MySQL 正常");
        awaitText("seasons-card", "尚无赛季。");
        assertThat(browser.findElement(By.tagName("html")).getDomAttribute("lang"))
                .startsWith("zh");
        isForEverybody();

        click(By.id("language"));
        awaitText("today-title", "Today");
    }

    @Test
    void disabledFeaturesHaveNoCardAndAreRequestedOnce() {
        pretend("""
                {"health": [200, {"status": "UP", "components": {"db": {"status": "UP"}}}], %s}""".formatted(NOTHING));
        open("");
        await().until(() -> asked("GET health") > 2);

        assertThat(asked("GET leagues")).isEqualTo(1);
        assertThat(asked("GET badges")).isEqualTo(1);
        assertThat(element("leagues-card").isDisplayed()).isFalse();
        assertThat(element("badges-card").isDisplayed()).isFalse();
    }

    private long asked(String call) {
        return (Long) requireNonNull(
                browser.executeScript("return window.asked.filter(each => each === arguments[0]).length", call));
    }

    @Test
    void mySqlIsAway() throws IOException {
        pretend("""
                {"health": [503, {"status": "DOWN", "components": {"redis": {"status": "UP"},
                    "db": {"status": "DOWN", "details": {"error": "java.sql.SQLException: Connection refused"}}}}],
                 "signins": [200, {"degraded": false, "inProgress": false, "drift": null, "run": null}],
                 "journal": [200, {"partitions": [{"partition": 0, "backlog": 12, "oldestSeconds": 9, "parked": 0}], "parked": []}],
                 "*": %s}""".formatted(AWAY));
        open("");
        awaitText("health", "MySQL DOWN");
        awaitText("health-reasons", "MySQL: Connection refused");
        awaitText("seasons-card", "Not loaded yet: A store is not available");
        awaitText("journal", "12 sign-ins wait, the oldest for 9 s");
        lookUp("42");
        awaitText("problem", "A store is not available");
        isForEverybody();
    }

    @Test
    void redisIsAway() throws IOException {
        pretend("""
                {"health": [503, {"status": "DOWN", "components": {"db": {"status": "UP"},
                    "redis": {"status": "DOWN", "details": {"error": "Unable to connect to Redis"}}}}],
                 %s,
                 "journal": %s, "signins": %s, "boards": %s,
                 "learners": [200, {"items": [{"learner": "42", "name": "Ada"}], "more": false}],
                 "learners/42": [200, {"learner": "42", "name": "Ada", "deletedAt": null, "unavailable": {"board": "no answer", "signIns": "no answer"},
                    "facts": {"points": {"season": "2026-11", "points": 20, "reachedAt": null, "records": [], "adjustments": []},
                              "today": {"day": "2026-11-18", "types": []}}}]}""".formatted(NOTHING, AWAY, AWAY, AWAY));
        open("");
        awaitText("health-reasons", "Redis: Unable to connect to Redis");
        awaitText("journal-card", "Not loaded yet: A store is not available");
        lookUp("42");
        awaitText("learner-findings", "Not known now: sign-ins (no answer)");
        awaitText("learner-findings", "20 points in November 2026");
        isForEverybody();
    }

    @Test
    void aNameIsAsLongAsItMayBe() throws IOException {
        pretend("""
                {"health": [200, {"status": "UP", "components": {"db": {"status": "UP"}}}],
                 %s,
                 "learners": [200, {"items": [{"learner": "42", "name": ""}], "more": false}],
                 "learners/42": [200, {"learner": "42", "name": "%s", "deletedAt": null, "unavailable": {}, "facts": {}}]}
                """.formatted(NOTHING, "W".repeat(100)));
        open("");
        awaitText("health", "MySQL UP");
        lookUp("42");
        awaitText("learner-title", "Learner 42, WWW");
        isForEverybody();
    }

    @Test
    void aSeasonIsBeingSettled() throws IOException {
        pretend(season("""
                {"step": "SEAL", "state": "DONE", "tries": 1, "seconds": 6, "detail": null},
                {"step": "TABLE", "state": "DONE", "tries": 1, "seconds": 1, "detail": null},
                {"step": "COPY", "state": "OPEN", "tries": 1, "seconds": 3, "detail": "waits for pages elsewhere",
                 "learners": 30000, "learnersPerSecond": 10000}
                """, "[]"));
        open("#2026-10");
        awaitText("season-title", "Season 2026-10: SETTLING");
        awaitText("season-reason", "COPY waits for pages elsewhere");
        awaitText("season-detail", "3 of 100 pages copied");
        assertThat(element("season-actions").getText()).doesNotContain("Settle now", "Copy again", "Board as CSV");
        isForEverybody();
    }

    @Test
    void aProofHasFailed() throws IOException {
        pretend(season("""
                {"step": "SEAL", "state": "DONE", "tries": 1, "seconds": 6, "detail": null},
                {"step": "TABLE", "state": "DONE", "tries": 1, "seconds": 1, "detail": null},
                {"step": "COPY", "state": "DONE", "tries": 1, "seconds": 3, "detail": null},
                {"step": "VERIFY", "state": "MISMATCH", "tries": 1, "seconds": 3, "detail": "2 ranks differ from the totals"}
                """, "[\"2026-10\"]"));
        open("#2026-10");
        awaitText("seasons", "MISMATCH");
        awaitText("season-reason", "VERIFY: 2 ranks differ from the totals");
        awaitText("season-reason", "What differs?");
        isForEverybody();
    }

    private static String season(String steps, String mismatches) {
        var season = """
                {"id": 5, "name": "2026-10", "state": "SETTLING", "held": false,
                 "startsAt": "2026-10-01T00:00:00Z", "endsAt": "2026-11-01T00:00:00Z"}""";
        return """
                {"health": [200, {"status": "UP", "components": {"db": {"status": "UP"}}}],
                 %s,
                 "seasons": [200, {"seasons": [%s], "mismatches": %s}],
                 "seasons/2026-10": [200, {"season": %s, "steps": [%s], "pages": 100, "pagesDone": 3,
                    "copiedBy": {"instance-1": 3}, "claims": [], "holds": [], "rehearsal": null, "late": 0}]}
                """.formatted(NOTHING, season, mismatches, season, steps);
    }
}
