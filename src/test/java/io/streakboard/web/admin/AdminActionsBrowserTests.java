package io.streakboard.web.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What admins do on the page to learners, seasons and imports. */
@IntegrationTest
class AdminActionsBrowserTests extends AdminPageInBrowser {

    private static final String PARKED = "streak:{0}:parked";

    private final Api api;
    private final StringRedisTemplate redis;
    private final JdbcClient jdbc;

    AdminActionsBrowserTests(Api api, StringRedisTemplate redis, JdbcClient jdbc) {
        super(api);
        this.api = api;
        this.redis = redis;
        this.jdbc = jdbc;
    }

    @AfterEach
    void leaveNothingParked() {
        redis.delete(PARKED);
        jdbc.sql("DELETE FROM event_publication_parked").update();
    }

    @Test
    void aSignInThatWasGivenUpIsDiscardedWithAReason() throws IOException {
        park("1-0", 7);
        open("");
        awaitText("journal", "1-0");
        press("Discard");
        assertThat(element("question").getText()).contains("learner 7 on 2026-11-18");
        assertThat(element("yes").isEnabled()).isFalse();
        element("why").sendKeys(" ");
        assertThat(element("yes").isEnabled()).isFalse();
        element("why").sendKeys("no such learner");
        isForEverybody();
        answer("no");
        assertThat(redis.opsForHash().hasKey(PARKED, "1-0")).isTrue();

        press("Discard");
        assertThat(element("why").getDomProperty("value")).endsWith("no such learner");
        answer("yes");
        awaitText("status", "Discard 1-0: done");
        await().until(() -> !element("journal").getText().contains("1-0"));
        assertThat(api.admin().actuator("/audit").has(200).toString()).contains("discard", "no such learner");
    }

    @Test
    void entriesThatAnotherAdminDiscardedAreGone() {
        park("2-0", 7);
        open("");
        awaitText("journal", "2-0");
        press("Discard");
        element("why").sendKeys("no such learner");
        redis.delete(PARKED);
        answer("yes");
        awaitText("problem", "The entry 2-0 is no longer parked");
        await().until(() -> !element("journal").getText().contains("2-0"));
    }

    @Test
    void anEventThatWasGivenUpIsFoundByItsLearnerAndDiscarded() throws IOException {
        long learner = learnerWithLessons(1);
        parkEvent("event-1", learner);
        parkEvent("event-2", learner * 10);
        open("");
        awaitText("events", "2 given up");
        lookUp(Long.toString(learner));
        awaitText("learner-findings", "Events were given up");
        isForEverybody();

        var mine = browser.findElements(By.xpath("//*[@id='learner-detail']//button[text()='Discard']"));
        assertThat(mine).hasSize(1);
        click(By.xpath("//*[@id='learner-detail']//button[text()='Discard']"));
        await().until(() -> element("confirm").isDisplayed());
        assertThat(element("question").getText()).contains("PointsAwarded", "BoardListener");
        element("why").sendKeys("corrected by hand");
        answer("yes");

        awaitText("discarded", "\"learner\":" + learner);
        await().until(() -> !element("learner-findings").getText().contains("given up"));
        awaitText("events", "1 given up");
        isForEverybody();
        click("Close");
        assertThat(element("discarded").getText()).isEmpty();
    }

    private void park(String id, long learner) {
        redis.opsForHash().put(PARKED, id, """
                {"user": "%d", "day": "2026-11-18", "kind": "REGULAR", "error": "broken"}""".formatted(learner));
    }

    private void parkEvent(String id, long learner) {
        jdbc.sql("""
                        INSERT INTO event_publication_parked
                               (id, listener_id, event_type, serialized_event, publication_date, status,
                                completion_attempts, reason)
                        VALUES (?, 'io.streakboard.leaderboard.BoardListener.on', 'io.streakboard.points.PointsAwarded',
                                ?, UTC_TIMESTAMP(), 'FAILED', 10, 'a listener failed')
                        """)
                .params(id, "{\"awards\":[{\"learner\":%d,\"points\":10}]}".formatted(learner))
                .update();
    }

    @Test
    void anAdminSeesWhyALearnerHasNoMorePointsAndGrantsSome() throws IOException {
        long learner = learnerWithLessons(6);
        open("");
        lookUp("999999999999");
        awaitText("find", "There is no learner with the key 999999999999");
        assertThat(element("learner").isDisplayed()).isFalse();

        lookUp(Long.toString(learner));
        awaitText("learner-findings", "50 points in November 2026 by the ledger");
        awaitText("learner-findings", "cap is used up: LESSON");
        awaitText("learner-detail", "the daily cap of 50 points is reached");
        assertThat(element("find").getText()).doesNotContain("There is no");

        press("Grant points");
        fill("1000001");
        element("why").sendKeys("a prize");
        assertThat(element("yes").isEnabled()).isFalse();
        fill("30");
        assertThat(element("question").getText()).contains("gets 30 points in 2026-11", "50 become 80");
        isForEverybody();
        answer("yes");
        awaitText("learner-detail", "a prize");
        awaitText("learner-findings", "80 points in November 2026 by the ledger");
        isForEverybody();

        press("Deduct points");
        fill("100");
        assertThat(element("question").getText()).contains("80 become 0");
        answer("yes");
        awaitText("learner-findings", "0 points in November 2026 by the ledger");
    }

    @Test
    void anAdminGivesADayBackAndIsToldTheStreakBefore() {
        long id = Learners.next();
        var learner = api.learner(id);
        for (var day : List.of("2026-11-14", "2026-11-15", "2026-11-16")) {
            learner.post("/api/sign-ins/make-ups", Map.of("day", day)).has(201);
        }
        learner.post("/api/sign-ins").has(201);
        open("");
        lookUp(Long.toString(id));
        awaitText("learner-tiles", "longest: 3");

        press("Give back a day");
        assertThat(element("question").getText()).contains("The streak becomes 5, from 1.");
        fill("2026-11-12");
        assertThat(element("question").getText()).contains("The streak becomes 1, from 1.");
        fill("2026-11-17");
        element("why").sendKeys("the outage of Tuesday");
        answer("yes");

        awaitText("learner-tiles", "longest: 5");
        awaitText("audit", "the outage of Tuesday");
    }

    @Test
    void anAdminHidesAndPausesALearnerAndGivesABadge() throws IOException {
        long id = Learners.next();
        api.as(id, "Zenobia " + id).post("/api/sign-ins").has(201);
        await().until(() -> api.admin()
                .actuator("/learners?name=Zenobia%20" + id)
                .each("items", "learner")
                .contains(Long.toString(id)));
        open("");
        lookUp("zenobia " + id);
        awaitText("learner-title", "Learner %d, Zenobia %d".formatted(id, id));

        press("Hide on points boards");
        answer("yes");
        awaitText("learner-findings", "Hidden on: points.");
        press("Show on points boards");
        answer("yes");
        await().ignoreExceptions()
                .until(() -> !element("learner-findings").getText().contains("Hidden on"));

        press("Pause");
        fill("2026-11-25");
        answer("yes");
        awaitText("learner-findings", "Paused from");
        press("End the pause");
        answer("yes");
        awaitText("learner-actions", "Pause");

        press("Give a badge");
        assertThat(element("question").getText()).contains("gets the badge");
        isForEverybody();
        answer("yes");
        awaitText("learner-findings", "Badges: ");
        press("Withdraw a badge");
        answer("yes");
        awaitText("learner-findings", "withdrawn");
    }

    @Test
    void severalLearnersOfANameAreListed() {
        long learner = Learners.next();
        api.service()
                .put(
                        "/api/learners",
                        Map.of(
                                "learners",
                                List.of(
                                        Map.of("id", learner, "name", "Twin" + learner + " One"),
                                        Map.of("id", Learners.next(), "name", "Twin" + learner + " Two"))))
                .has(200);
        open("");
        lookUp("twin" + learner);
        awaitText("found", "Two");
        click(Long.toString(learner));
        awaitText("learner-title", "Twin" + learner + " One");
        assertThat(element("found").getText()).isEmpty();
    }

    @Test
    void theAuditTrailIsReadByAdminAndDay() {
        api.admin().actuate("/events", Map.of("action", "resubmit", "reason", "read on the page"));
        open("");
        awaitText("audit", "read on the page");
        fill("audit-find", "admin", "nobody of this name");
        click(By.cssSelector("#audit-find button"));
        awaitText("audit", "No action is recorded.");
        fill("audit-find", "admin", "1");
        fill("audit-find", "from", "2026-11-18");
        click(By.cssSelector("#audit-find button"));
        awaitText("audit", "POST /actuator/events");
    }

    @Test
    void aLearnerIsDeletedWhenTheIdIsTypedAgain() {
        long learner = learnerWithLessons(1);
        open("");
        lookUp(Long.toString(learner));
        awaitText("learner-title", "Learner " + learner);

        press("Delete the learner");
        element("why").sendKeys("asked by letter");
        assertThat(element("yes").isEnabled()).isFalse();
        element("typed").sendKeys("4711");
        assertThat(element("yes").isEnabled()).isFalse();
        element("typed").clear();
        element("typed").sendKeys(Long.toString(learner));
        answer("yes");

        awaitText("learner-findings", "Deleted on");
        assertThat(element("learner-actions").getText()).doesNotContain("Grant");
        api.learner(learner).get("/api/points/summary").isProblem(410, "learner-deleted");
    }

    @Test
    void aSeasonIsSetRenamedAndTakenBack() {
        open("");
        awaitText("seasons", "2026-11");
        click(By.cssSelector("#seasons-card summary"));
        fill("new-season", "name", "2036-05");
        fill("new-season", "firstDay", "2036-05-10");
        fill("new-season", "lastDay", "2036-05-20");
        press("Set");
        answer("yes");
        awaitText("new-season", "nor like a month");

        fill("new-season", "name", "Browser term");
        press("Set");
        answer("yes");
        awaitText("season-title", "Season Browser term: UPCOMING");
        fill("rename", "name", "Browser season");
        press("Rename the season");
        answer("yes");
        awaitText("season-title", "Season Browser season: UPCOMING");
        press("Take back");
        answer("yes");
        await().until(() -> !element("season").isDisplayed());
        await().until(() -> !element("seasons").getText().contains("Browser season"));
    }

    @Test
    void anImportShowsItsOutcome() {
        long learner = Learners.next();
        var file =
                "user_id,type,source_id,occurred_at\n%1$d,LESSON,import,2004-09-10T04:00:00Z\n%1$d,XX,x,2004-09-10T04:00:01Z\n"
                        .formatted(learner);
        long id = api.admin()
                .post("/api/imports", "text/csv", file.getBytes(UTF_8))
                .has(202)
                .at("/id")
                .asLong();
        open("");
        awaitText("imports", "Import " + id);
        click("Import " + id);
        awaitText("import-detail", "Import %d: DONE".formatted(id));
        awaitText("import-detail", "'XX' is not one of");
        assertThat(element("imports").getText()).doesNotContain("Cancel");
    }

    @Test
    void aFileIsTriedBeforeItIsImported() throws IOException {
        var names = Files.writeString(
                Files.createTempFile("names", ".csv"),
                "user_id,name,avatar\n%d,Ada,\nx,Bob,\n".formatted(Learners.next()));
        open("");
        click(By.xpath("//summary[text()='Import a file']"));
        var form = element("import-file");
        form.findElement(By.name("file")).sendKeys(names.toString());
        form.findElement(By.name("kind")).sendKeys("names");
        form.findElement(By.tagName("button")).click();

        awaitText("status", "Dry run of names: done");
        awaitText("import-detail", "DONE, names, dry run");
        awaitText("import-detail", "user_id: 'x' is not a number");
    }

    @Test
    void aRunningImportIsCancelled() {
        pretend("""
                {"api/imports": [200, {"total": 1, "items": [{"id": 7, "kind": "activities", "dryRun": false, "state": "RUNNING", "rows": 5, "invalid": 0,
                    "startedAt": "2026-11-18T04:00:00Z", "finishedAt": null, "failure": null}]}],
                 "api/imports/7": [200, {"id": 7, "kind": "activities", "dryRun": false, "state": "RUNNING", "percent": 40, "rows": 5, "awarded": 5, "cut": 0, "refused": 0,
                    "duplicate": 0, "late": 0, "invalid": 0, "errors": [], "failure": null, "rowsPerSecond": 1200.5}],
                 "*": [503, {"detail": "A store is not available."}]}
                """);
        open("");
        awaitText("import-detail", "Import 7: RUNNING");
        awaitText("import-detail", "40%, 5 lines so far.");
        press("Cancel");
        assertThat(element("question").getText()).contains("Cancel import 7");
        answer("yes");
        awaitText("status", "Cancel import 7: done");
        assertThat(String.valueOf(browser.executeScript("return window.asked"))).contains("DELETE api/imports/7");
    }

    @Test
    void attendanceIsDrawnAndWrittenDown() {
        for (int each = 0; each < 3; each++) {
            api.learner(Learners.next()).post("/api/sign-ins").has(201);
        }
        await().until(() ->
                api.admin().actuator("/attendance/2026-11-18").at("/learners").asInt() >= 3);
        open("");
        awaitText("attendance-actions", "Show 90 days");
        click("Show 90 days");
        awaitText("returns", "Again on 2026-11-17");

        var chart = browser.findElement(By.cssSelector("#attendance svg"));
        assertThat(chart.getDomAttribute("role")).isEqualTo("img");
        assertThat(chart.getDomAttribute("aria-label")).startsWith("Learners a day from 2026-08-21 to 2026-11-18");
        assertThat(chart.findElements(By.tagName("rect"))).hasSize(90);
        click(By.cssSelector("#attendance summary"));
        awaitText("attendance", "2026-11-18");
    }

    @Test
    void aWeekOfLeaguesIsRehearsedAndBadgesAreGivenToAll() throws IOException {
        long learner = learnerWithLessons(1);
        await().until(() ->
                !api.learner(learner).get("/api/leagues/current").at("/me").isNull());
        open("");
        awaitText("leagues", "bronze");
        click("Rehearse the end of this week");
        awaitText("rehearsed", "If this week ended now, ");

        awaitText("badges", "longest-streak >= 30");
        press("Look through all learners");
        answer("yes");
        awaitText("badges", "badges given");
        isForEverybody();
    }

    @Test
    void theTopOfABoardIsRead() {
        long learner = learnerWithLessons(1);
        await().until(() ->
                api.learner(learner).get("/api/points/summary").at("/points").asInt() == 10);
        open("#2026-11");
        awaitText("season-title", "2026-11: OPEN");
        click(By.xpath("//*[@id='season-actions']/button[text()='Top']"));
        awaitText("top-title", "Top of 2026-11");
        awaitText("top", "Rank");
        assertThat(element("season-actions").getText()).contains("Ledger as CSV", "Totals as CSV");
        click("Totals as CSV");
        awaitText("status", "Totals as CSV: done");
    }

    private long learnerWithLessons(int lessons) {
        long learner = Learners.next();
        for (int lesson = 0; lesson < lessons; lesson++) {
            api.take(List.of(Api.activity(learner, "LESSON", "lesson-" + lesson, "2026-11-18T02:00:00Z")));
        }
        return learner;
    }
}
