package io.streakboard.web.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Privacy, leagues, groups, badges and prizes on the learners' page. */
@IntegrationTest
class BesideOthersBrowserTests extends LearnersPageInBrowser {

    private static final Map<String, String> PARTS =
            Map.of("leagues", "streak-league", "groups", "streak-groups", "me", "streak-privacy");

    private long learner;

    BesideOthersBrowserTests(Api api) {
        super(api);
    }

    @BeforeEach
    void comeAsANewLearner() {
        learner = Learners.next();
    }

    @Test
    void aLearnerChoosesByKeyboardWhatOthersSee() throws Exception {
        open(learner, "me");
        awaitText("streak-privacy", "What others see of you");

        tabTo("input[value='shown']");
        press(Keys.ARROW_DOWN);
        tabTo(".fields button");
        press(Keys.ENTER);

        awaitText("streak-privacy", "You can change it again from Nov 21");
        assertThat(api.learner(learner).get("/api/me/privacy").at("/board").asString())
                .isEqualTo("number");
        assertThat(each("streak-privacy", "input[type=radio]", "disabled")).isEqualTo(Arrays.asList("", null, ""));
        isForEverybody();
    }

    @Test
    void sharedDataIsNotRequestedAgain() throws Exception {
        try (var fixed = answers("/api/me/privacy", "\"choice\":true", "\"choice\":false")) {
            open(learner, "me");
            awaitText("streak-privacy", "On this site it is the same for everybody");
            assertThat(text("streak-privacy")).doesNotContain("Save");
        }
    }

    @Test
    void aLearnerLeavesForAWhileAndComesBackEarlier() throws Exception {
        open(learner, "me");
        awaitText("streak-privacy", "60 days of pause left this year");

        run("document.querySelector('streak-privacy').shadowRoot.querySelector('input[type=date]').value ="
                + " '2026-11-25'");
        pressButton("streak-privacy", "Pause from today");
        awaitText("streak-privacy", "You are back on");
        assertThat(privacy().at("/pausedUntil").asString()).isEqualTo("2026-11-25");
        isForEverybody();

        pressButton("streak-privacy", "End the pause");
        awaitText("streak-privacy", "Your pause has ended");
        assertThat(privacy().at("/pausedUntil").isNull()).isTrue();
    }

    @Test
    void theWeekStandsBesideTheLastOne() throws Exception {
        lesson(learner, "week-" + learner);
        await().until(() -> api.learner(learner)
                        .get("/api/me/compared?board=points")
                        .at("/thisWeek")
                        .asInt()
                > 0);

        open(learner, "points");

        awaitText("streak-points", "This week");
        awaitText("streak-points", "You, same days last week");
        isForEverybody();
    }

    @Test
    void theLeagueShowsWhoRisesInWords() throws Exception {
        var cohort = LongStream.generate(Learners::next).limit(5).boxed().toList();
        open(learner, "leagues");
        awaitText("streak-league", "Earn your first points of this week");
        awaitText("streak-league", "Bronze league");
        awaitText("streak-league", "Your results come here");

        cohort.forEach(each -> lesson(each, "league-" + each));
        lesson(learner, "league-" + learner);
        lesson(learner, "league-again-" + learner);
        await().until(() ->
                !api.learner(learner).get("/api/leagues/current").at("/me").isNull());

        open(learner, "leagues");
        awaitText("streak-league", "This week ends in");
        awaitText("streak-league", "Rise to Silver");
        awaitText("streak-league", "You No.");
        assertThat(spoken()).contains("rowheader: Rise to Silver", "list: All leagues, the lowest first");
        isForEverybody();
    }

    @Test
    void pastWeeksSayWhereTheyLed() throws Exception {
        try (var past = answers("/api/leagues/history", "^.*$", """
                {"items":[{"week":"2026-11-09","tier":"bronze","place":3,"active":30,"points":90,"nextTier":"silver","moved":"promoted"},\
                {"week":"2026-11-02","tier":"silver","place":29,"active":30,"points":1,"nextTier":"bronze","moved":"demoted"}],"next":null}""")) {
            open(learner, "leagues");
            awaitText("streak-league", "Week of Nov 9 Bronze No. 3 of 30");
            awaitText("streak-league", "Risen to Silver 90 points");
            awaitText("streak-league", "Fallen to Bronze 1 point");
            isForEverybody();
        }
    }

    @Test
    void friendsMakeAGroupJoinByItsCodeAndLeave() throws Exception {
        open(learner, "groups");
        awaitText("streak-groups", "You are in no group yet");
        type("name", "Morning readers");
        awaitText("streak-groups", "1 member.");
        var code = String.valueOf(
                run("return document.querySelector('streak-groups').shadowRoot.querySelector('.code').value"));
        assertThat(code).matches("[0-9a-z]{16}");
        assertThat(text("streak-groups")).contains("New code").contains("Nobody of this group is on the board yet");

        long friend = Learners.next();
        open(friend, "groups");
        awaitText("streak-groups", "You are in no group yet");
        type("code", "0000000000000000");
        awaitText("streak-groups", "There is no group with this code");
        isForEverybody();
        type("code", code.substring(0, 8).toUpperCase(Locale.ROOT) + " " + code.substring(8));
        awaitText("streak-groups", "Morning readers 2 members.");
        assertThat(text("streak-groups")).doesNotContain("New code").doesNotContain("no group with this code");

        pressButton("streak-groups", "Leave");
        awaitText("streak-groups", "Do you want to leave Morning readers?");
        assertThat(members(learner)).isEqualTo(2);
        pressButton("streak-groups", "Leave now");
        awaitText("streak-groups", "You are in no group yet");
        assertThat(members(learner)).isEqualTo(1);
    }

    @Test
    void aLinkLeadsIntoAGroup() {
        open(learner, "groups");
        awaitText("streak-groups", "You are in no group yet");
        type("name", "Night readers");
        awaitText("streak-groups", "1 member.");
        run("navigator.share = async what => { window.shared = what; };");
        pressButton("streak-groups", "Invite");
        await().until(() -> run("return window.shared?.url ?? null") != null);
        var link = String.valueOf(run("return window.shared.url"));
        assertThat(link).matches(address() + "/#join=[0-9a-z]{16}");

        open(Learners.next(), link.substring(link.indexOf('#') + 1));
        awaitText("streak-groups", "You are in no group yet");
        pressButton("streak-groups", "Join");
        awaitText("streak-groups", "Night readers 2 members.");
    }

    @Test
    void aClassIsRankedAmongItselfAndASmallOneIsNot() throws Exception {
        var all = LongStream.generate(Learners::next).limit(5).boxed().toList();
        all.forEach(each -> lesson(each, "class-" + each));
        lesson(learner, "class-" + learner);
        group("class", all, learner);
        group("pair", all.subList(0, 1), learner);
        await().until(() ->
                api.learner(learner).get("/api/points/summary").at("/points").asInt() > 0);
        open(learner, "groups");
        awaitText("streak-groups", "class " + learner);
        awaitText("streak-groups", "Your school decides who is in it");
        await().untilAsserted(() -> {
            browser.navigate().refresh(); // the others' points reach the board a moment later
            awaitText("streak-groups", "6 of them on the board Points");
        });
        awaitText("streak-groups", "(you)");
        assertThat(spoken()).contains("columnheader: Of all");
        isForEverybody();

        run("""
                const select = document.querySelector('streak-groups').shadowRoot.querySelector('select');
                select.value = select.options[1].value;
                select.dispatchEvent(new Event('change'));
                """);
        awaitText("streak-groups", "has no ranks");
        awaitText("streak-groups", "Top ");
        isForEverybody();
    }

    @Test
    void aBadgeIsShownWithItsDateAndExported() throws Exception {
        api.take(IntStream.rangeClosed(12, 16)
                .mapToObj(day -> "2026-11-" + day)
                .map(day -> Api.activity(learner, "SIGN_IN", day, day + "T04:00:00Z"))
                .toList());
        await().until(() -> api.learner(learner)
                .get("/api/badges")
                .at("/items/1/levels/0/givenAt")
                .isString());
        open(learner, "me");
        awaitText("streak-badges", "You have 1.");
        awaitText("streak-badges", "5 given Nov 18, 2026");
        awaitText("streak-badges", "5 of 50");
        awaitText("streak-badges", "Reach rank 3");
        assertThat(each("streak-badges", "li.t1 h3 bdi", "class")).hasSize(1);
        isForEverybody();

        run("URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return"
                + " 'blob:none'; }");
        click("streak-badges", ".level button");
        await().until(() -> String.valueOf(run("return window.saved ?? ''")).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+"));
    }

    @Test
    void aPrizeStandsBesideTheTitles() throws Exception {
        api.score("cup", List.of(Api.scoreOf(learner, "red", 5, "cup-" + learner, "2026-11-05T04:00:00Z")));
        api.close("cup", "2026-11-05");
        await().until(() -> api.learner(learner).get("/api/prizes").at("/total").asInt() == 1);

        open(learner, "me");

        awaitText("streak-me", "Cup winner cup Nov 5, 2026 · No. 1 +7");
        isForEverybody();
    }

    @Test
    void allThatWasEverWonIsThereWithAReminderAndTheData() throws Exception {
        lesson(learner, "me-" + learner);
        await().until(() ->
                api.learner(learner).get("/api/points/all-time").at("/points").asInt() > 0);
        open(learner, "me");
        awaitText("streak-me", "All time Points10 Days0 Your longest streak0 Seasons1");
        awaitText("streak-me", "Your first season is under way");

        run("""
                window.saved = [];
                URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return 'blob:none'; };
                """);
        pressButton("streak-me", "Add to calendar");
        pressButton("streak-me", "Download my data");
        await().until(() -> Long.valueOf(2).equals(run("return window.saved.length")));
        assertThat((List<?>) run("return window.saved"))
                .satisfiesExactlyInAnyOrder(
                        calendar -> assertThat(String.valueOf(calendar))
                                .contains("BEGIN:VEVENT\r\n", "DTSTART:20261118T190000\r\n", "RRULE:FREQ=DAILY\r\n"),
                        data -> assertThat(String.valueOf(data)).contains("\"exportedAt\"", "me-" + learner));
    }

    @Test
    void theYearIsSeenByPointsToo() throws Exception {
        lesson(learner, "year-" + learner);
        await().until(() ->
                api.learner(learner).get("/api/points/all-time").at("/points").asInt() > 0);
        open(learner, "today");
        awaitText("streak-year", "checked in on 0 days");

        pressButton("streak-year", "Points");

        awaitText("streak-year", "More points are darker");
        assertThat(each("streak-year", "[data-day='2026-11-18']", "aria-label"))
                .isEqualTo(List.of("Wednesday, November 18, 10 points"));
        assertThat(each("streak-year", ".p1", "class")).hasSize(1);
        isForEverybody();
    }

    @Test
    void disabledFeaturesAreNeitherShownNorRequested() throws Exception {
        try (var off = answers("/api/rules", "\"features\":\\[[^\\]]*", "\"features\":[")) {
            open(learner, "board");
            awaitText("streak-board", "Points");
            assertThat(shownLinks()).containsExactly("#today", "#points", "#board", "#me");
            open(learner, "points");
            awaitText("streak-points", "Today");
            assertThat(shownLinks()).containsExactly("#today", "#points", "#board", "#me");
            open(learner, "me");
            awaitText("streak-me", "All time");
            assertThat(run("return document.querySelector('streak-badges').hidden"))
                    .isEqualTo(true);
            assertThat(requests()).noneMatch(each -> each.matches("/api/.*(badges|leagues|groups|prizes).*"));
        }
        open(learner, "board");
        await().until(() -> shownLinks().containsAll(List.of("#leagues", "#groups")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"leagues", "groups", "me"})
    void eachViewSaysThatTheApiIsBusyAndGoesOn(String view) throws Exception {
        var part = requireNonNull(PARTS.get(view));
        try (var busy = before("""
                const real = window.fetch;
                let refused = 0;
                window.fetch = async (path, options) => /api\\/(badges|leagues|groups|me)/.test(path) && refused++ < 2
                    ? new Response('{"type":"urn:streakboard:problem:rate-limited"}', {status: 429, headers: {'Retry-After': '4'}})
                    : real(path, options);
                """)) {
            open(learner, view);
            awaitText(part, "Too busy at the moment");
            isForEverybody();
            await().until(() -> !text(part).contains("Too busy"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leagues", "groups", "me"})
    void aBrokenAnswerIsSaid(String view) throws Exception {
        try (var broken = before("""
                const real = window.fetch;
                window.fetch = async (path, options) => /api\\/(badges|leagues|groups|me)/.test(path)
                    ? new Response('<h1>Bad gateway</h1>', {status: 502}) : real(path, options);
                """)) {
            open(learner, view);
            awaitText(requireNonNull(PARTS.get(view)), "Something went wrong");
        }
    }

    @Test
    void theFirstViewLoadsNoFileOfAnother() {
        open(learner, "today");
        awaitText("streak-today", "Check in");
        awaitText("streak-summary", "This season");

        assertThat(requests())
                .anyMatch(each -> each.endsWith("/today.js"))
                .noneMatch(each -> each.matches(".*/(board|points|league|groups|me|privacy|ranks|stream)\\.js"));
    }

    @Test
    void picturesAreOffUnlessTheInstallationAllowsThem() {
        api.service()
                .put(
                        "/api/learners",
                        Map.of(
                                "learners",
                                List.of(Map.of(
                                        "id",
                                        "" + learner,
                                        "name",
                                        "Ada",
                                        "avatar",
                                        "https://cdn.example.org/42.png"))))
                .has(200);
        lesson(learner, "picture-" + learner);
        open(learner, "board");
        awaitText("streak-board", "(you)");
        assertThat(each("streak-board", "img", "src")).isEmpty();

        run("document.querySelector('streak-board').setAttribute('pictures', '')");
        await().untilAsserted(() ->
                assertThat(each("streak-board", ".me img", "referrerpolicy")).isEqualTo(List.of("no-referrer")));
        assertThat(each("streak-board", ".me img", "loading")).isEqualTo(List.of("lazy"));
        await().untilAsserted(() -> assertThat(each("streak-board", ".me img", "hidden"))
                .as("what the policy forbids leaves the letter")
                .isEqualTo(List.of("")));
    }

    /** Answers of one route are changed on their way. */
    private AutoCloseable answers(String route, String pattern, String replacement) {
        return before("""
                const real = window.fetch;
                window.fetch = async (path, options) => {
                    const response = await real(path, options);
                    return new URL(path, location).pathname === '%s'
                        ? new Response((await response.text()).replace(/%s/s, '%s'), response) : response;
                };
                """.formatted(route, pattern, replacement));
    }

    private void lesson(long who, String source) {
        api.take(List.of(Api.activity(who, "LESSON", source, "2026-11-18T04:00:00Z")));
    }

    private void group(String key, List<Long> others, long learner) {
        var members = LongStream.concat(others.stream().mapToLong(each -> each), LongStream.of(learner))
                .mapToObj(Long::toString)
                .toList();
        api.service()
                .put("/api/groups", Map.of("key", key + "-" + learner, "name", key + " " + learner, "members", members))
                .has(200);
    }

    private int members(long who) {
        return api.learner(who).get("/api/groups").at("/items/0/members").asInt();
    }

    /** Fills a field of a form within the groups and submits it by Enter. */
    private void type(String field, String value) {
        run(
                "document.querySelector('streak-groups').shadowRoot.querySelector(`[name=${arguments[0]}]`).focus()",
                field);
        run("document.querySelector('streak-groups').shadowRoot.activeElement.value = ''");
        press(value, Keys.ENTER);
    }

    private Api.Answer privacy() {
        return api.learner(learner).get("/api/me/privacy");
    }

    private void pressButton(String part, String label) {
        await().until(() -> Boolean.TRUE.equals(run("""
                const found = [...document.querySelector(arguments[0]).shadowRoot.querySelectorAll('button')]
                    .find(each => each.textContent.trim() === arguments[1]);
                found?.click();
                return found !== undefined;
                """, part, label)));
    }

    private List<String> shownLinks() {
        return browser.findElements(By.cssSelector("nav a")).stream()
                .filter(link -> link.isDisplayed())
                .map(link -> String.valueOf(link.getDomAttribute("href")))
                .distinct()
                .sorted(Comparator.comparingInt(
                        List.of("#today", "#points", "#board", "#leagues", "#groups", "#me")::indexOf))
                .toList();
    }

    /** The paths that the page has asked for since it was opened. */
    private List<String> requests() {
        return ((List<?>) requireNonNull(run(
                        "return performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)")))
                .stream().map(String::valueOf).toList();
    }
}
