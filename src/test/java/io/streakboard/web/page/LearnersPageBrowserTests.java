package io.streakboard.web.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The page for learners, in a browser. */
@IntegrationTest
class LearnersPageBrowserTests extends LearnersPageInBrowser {

    private static final String TODAY = "2026-11-18";

    LearnersPageBrowserTests(Api api) {
        super(api);
    }

    @Test
    void theWholeWayGoesByKeyboardAlone() {
        long learner = Learners.next();
        signIn(learner, "2026-11-14", "2026-11-15", "2026-11-17");
        open(learner, "today");
        awaitText("streak-today", "Check in");
        awaitText("streak-month", "November 2026");
        awaitText("streak-year", "2026");

        tabTo("button.tap");
        press(Keys.ENTER);
        awaitText("streak-today", "2 days in a row");
        assertThat(api.learner(learner)
                        .get("/api/sign-ins/calendar?month=2026-11")
                        .at("/signedToday")
                        .asBoolean())
                .isTrue();

        tabTo(".days [tabindex='0']");
        assertThat(activeLabel()).isEqualTo("Wednesday, November 18, Checked in");
        press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
        assertThat(activeLabel()).isEqualTo("Monday, November 16, Missed");
        press(Keys.ENTER);
        tabTo(".place button");
        press(Keys.ENTER);
        awaitText("streak-today", "5 days in a row");
        awaitText("streak-month", "Caught up");

        tabTo(".heat [tabindex='0']");
        press(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ENTER);
        assertThat(activeLabel()).isEqualTo("Monday, November 16, Caught up");
        awaitText("streak-year", "Monday, November 16 · Caught up");

        tabTo("nav a[href='#points']");
        press(Keys.ENTER);
        awaitText("streak-points", "Check in: November 18");
        tabTo("nav a[href='#board']");
        press(Keys.ENTER);
        awaitText("streak-board", "Points");
    }

    @Test
    void theHistorySaysWhatWasDoneByItsTitle() throws Exception {
        long learner = Learners.next();
        var loops = new HashMap<>(Api.activity(learner, "LESSON", "loops-" + learner, "2026-11-18T01:00:00Z"));
        loops.put("title", "Loops <b>\u05d0");
        api.take(List.of(loops));
        lesson(learner, "lesson-8");

        open(learner, "points", "en");
        awaitText("streak-points", "Lesson: Loops <b>\u05d0");
        awaitText("streak-points", "Lesson lesson-8");
        open(learner, "points", "zh-CN");
        awaitText("streak-points", "\uff1aLoops <b>\u05d0");
    }

    /** The page's language, which the learner has chosen, and not the browser's. */
    @Test
    void titlesOfTheRulesAreInTheLanguageOfThePage() throws Exception {
        open(Learners.next(), "board", "en");
        awaitText("streak-board", "Lessons this week");
        run("document.getElementById('language').click()");
        awaitText("streak-board", "本周课程");
    }

    @ParameterizedTest
    @CsvSource({
        "today, en",
        "today, zh-CN",
        "points, en",
        "points, zh-CN",
        "board, en",
        "board, zh-CN",
        "leagues, en",
        "leagues, zh-CN",
        "groups, en",
        "groups, zh-CN",
        "me, en",
        "me, zh-CN"
    })
    void everybodyCanUseEachView(String view, String language) throws Exception {
        long learner = Learners.next();
        signIn(learner, "2026-11-15", "2026-11-17");
        open(learner, view, language);
        awaitParts();

        isForEverybody();
        assertThat(run("return document.documentElement.lang")).isEqualTo(language);
    }

    @Test
    void theDaysAreTheServersInAnyZoneAndByAnyClock() throws Exception {
        long learner = Learners.next();
        signIn(learner, "2026-11-01", "2026-11-16", "2026-11-17");
        var zones = List.of(
                "Pacific/Kiritimati",
                "Pacific/Auckland",
                "Asia/Shanghai",
                "Asia/Kathmandu",
                "Europe/Berlin",
                "UTC",
                "America/St_Johns",
                "America/New_York",
                "America/Los_Angeles",
                "Pacific/Pago_Pago");
        for (int i = 0; i < zones.size(); i++) {
            cdp("Emulation.setTimezoneOverride", Map.of("timezoneId", zones.get(i)));
            try (var shifted = before(clockOffBy(i % 2 == 0 ? 1 : -1))) {
                open(learner, "today");
                awaitText("streak-month", "November 2026");
                awaitText("streak-year", "checked in on 3 day");

                assertThat(each("streak-month", "[aria-current=date]", "data-day"))
                        .as(zones.get(i))
                        .isEqualTo(List.of(TODAY));
                assertThat(each("streak-year", "[aria-current=date]", "data-day"))
                        .as(zones.get(i))
                        .isEqualTo(List.of(TODAY));
                for (var part : List.of("streak-month", "streak-year")) {
                    assertThat(each(part, "td.signed", "data-day"))
                            .as(zones.get(i))
                            .asInstanceOf(LIST)
                            .containsExactlyInAnyOrder("2026-11-01", "2026-11-16", "2026-11-17");
                }
                assertThat(text("streak-today")).contains("Your day ends in").contains("2 days in a row");
            }
        }
        cdp("Emulation.setTimezoneOverride", Map.of("timezoneId", ""));
    }

    private static String clockOffBy(int days) {
        return """
                const Real = Date, shift = %d;
                Date = class extends Real {
                    constructor(...given) { given.length ? super(...given) : super(Real.now() + shift); }
                    static now() { return Real.now() + shift; }
                };
                """.formatted(days * 86_400_000);
    }

    @Test
    void aTapWithoutConnectionIsSentOnceWhenItIsBack() throws Exception {
        long learner = Learners.next();
        try (var counted = before("""
                window.posts = 0;
                const real = window.fetch;
                window.fetch = async (path, options) => {
                    const response = await real(path, options);
                    window.posts += options?.method === 'POST' && String(path).endsWith('/api/sign-ins') ? 1 : 0;
                    return response;
                };
                """)) {
            open(learner, "today");
            awaitText("streak-today", "Check in");
            connected(false);
            click("streak-today", ".tap");
            awaitText("streak-today", "sent when the connection is back");
            await().until(() -> !browser.findElement(By.id("offline")).getText().isEmpty());
            isForEverybody();

            connected(true);
            awaitText("streak-today", "1 day in a row");
            awaitText("streak-year", "checked in on 1 day");
            assertThat(run("return window.posts")).isEqualTo(1L);
            assertThat(run("return localStorage.getItem('streakboard.tap')")).isNull();
        } finally {
            connected(true);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "429, rate-limited, en, Trying again in 1 min",
        "429, rate-limited, zh-CN, 1 分钟 0 秒后自动重试",
        "503, store-unavailable, en, Trying again in 1 min",
        "503, store-unavailable, zh-CN, 当前繁忙",
        "401, unauthorized, en, Log in to see this",
        "401, unauthorized, zh-CN, 登录后可查看",
        "410, learner-deleted, en, has been deleted",
        "410, learner-deleted, zh-CN, 已被删除",
        "500, internal-error, en, Something went wrong here",
        "500, internal-error, zh-CN, 这里出了点问题"
    })
    void everyFailureHasAFace(int status, String problem, String language, String said) throws Exception {
        try (var failing = before("""
                const real = window.fetch;
                window.fetch = async (path, options) => String(path).includes('/api/')
                    ? new Response('{"type":"urn:streakboard:problem:%2$s","detail":"A defect"}',
                        {status: %1$d, headers: {'Retry-After': '60'}})
                    : real(path, options);
                """.formatted(status, problem))) {
            open(Learners.next(), "today", language);
            awaitText("streak-today", said);
            awaitText("streak-year", said);
            assertThat(text("streak-year")).as("which part has failed").contains(language.equals("en") ? "Year" : "全年");
            isForEverybody();
        }
    }

    @Test
    void aTemporaryRefusalIsRetriedWithoutATap() throws Exception {
        long learner = Learners.next();
        signIn(learner, "2026-11-17");
        try (var busy = before("""
                const real = window.fetch, refused = new Map();
                window.asked = [];
                window.fetch = async (path, options) => {
                    const call = `${options?.method ?? 'GET'} ${new URL(path, location).pathname}`;
                    if (!call.includes('/api/')) {
                        return real(path, options);
                    }
                    window.asked.push([call, performance.now()]);
                    refused.set(call, (refused.get(call) ?? 0) + 1);
                    return refused.get(call) > 1 ? real(path, options)
                        : new Response('{"type":"urn:streakboard:problem:rate-limited"}',
                            {status: 429, headers: {'Retry-After': '3'}});
                };
                """)) {
            open(learner, "today");
            awaitText("streak-month", "Trying again in 3 s");
            awaitText("streak-month", "Checked in on 1 day");
            awaitText("streak-today", "Check in");

            click("streak-today", ".tap");
            awaitText("streak-today", "2 days in a row");

            click("streak-month", "[data-day='2026-11-16']");
            click("streak-month", ".place button");
            awaitText("streak-month", "Trying again in 3 s");
            awaitText("streak-month", "Checked in on 3 day");
            assertThat(text("streak-month")).doesNotContain("Trying again");
        }
        assertThat((Boolean) run("""
                const posts = window.asked.filter(([call]) => call.startsWith('POST'));
                return Object.values(Object.groupBy(posts, ([call]) => call)).every(([first, second]) => !second || second[1] - first[1] >= 2990);
                """))
                .as("nothing is sent again before the time that the API has named")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"today, en, being restored", "today, zh-CN, 正在恢复", "board, en, being restored", "board, zh-CN, 正在恢复"})
    void incompleteDataSaysSo(String view, String language, String said) throws Exception {
        long learner = Learners.next();
        signIn(learner, "2026-11-17");
        try (var degraded = before("""
                const real = window.fetch;
                window.fetch = async (path, options) => {
                    const response = await real(/updates/.test(path) ? '/nothing' : path, options);
                    return /\\/api\\/(sign-ins|boards.*top)/.test(path)
                        ? new Response((await response.text()).replace('"degraded":false', '"degraded":true'), response)
                        : response;
                };
                """)) {
            open(learner, view, language);
            for (var part : view.equals("today") ? List.of("streak-month", "streak-year") : List.of("streak-board")) {
                awaitText(part, said);
            }
            isForEverybody();
        }
    }

    @ParameterizedTest
    @CsvSource({"en, You are offline", "zh-CN, 当前离线"})
    void thePageOpensWithoutConnectionAndSaysSo(String language, String said) throws Exception {
        open(Learners.next(), "today", language);
        await().until(() -> !text("streak-today").isEmpty());
        browser.executeAsyncScript("navigator.serviceWorker.ready.then(arguments[0])");
        await().until(() -> Boolean.TRUE.equals(run("return navigator.serviceWorker.controller !== null")));
        try {
            connected(false);
            browser.navigate().refresh();
            await().until(() -> browser.findElement(By.id("offline")).getText().contains(said));
            isForEverybody();
        } finally {
            connected(true);
        }
    }

    /** Chromium's accessibility tree: what a screen reader is told. */
    @Test
    void namesMakeSenseReadAloud() {
        long learner = Learners.next();
        signIn(learner, "2026-11-15", "2026-11-17");
        open(learner, "today");
        awaitText("streak-today", "1 day in a row");
        awaitText("streak-month", "Checked in on 2 day");
        awaitText("streak-year", "checked in on 2 day");
        assertThat(spoken())
                .contains(
                        "button: Check in +20",
                        "list: What each day pays",
                        "grid: November 2026",
                        "columnheader: Monday",
                        "gridcell: Saturday, November 14, Before you began",
                        "gridcell: Monday, November 16, Missed",
                        "gridcell: Tuesday, November 17, Checked in",
                        "gridcell: Wednesday, November 18, Today, still open",
                        "gridcell: Thursday, November 19, To come",
                        "grid: 2026: checked in on 2 days. Longest streak: 1 day.",
                        "rowheader: Monday",
                        "gridcell: Tuesday, January 6, Before you began");

        open(learner, "board");
        awaitText("streak-board", "(you)");
        assertThat(spoken())
                .contains(
                        "combobox: Board",
                        "table: Points, November 2026",
                        "columnheader: Rank",
                        "columnheader: Trend",
                        "columnheader: Name",
                        "columnheader: Score")
                .anyMatch(each -> each.matches("rowheader: (Ada|Learner \\d+)\\s?\\(you\\)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<img src=x onerror='window.broken=1'>", "</bdi><script>window.broken=1</script>", "\u200Fevil\u200E",
                "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "👩‍👩‍👧‍👦🏳️‍🌈", "${name}{n}"
            })
    void aNameStaysAName(String name) {
        long learner = Learners.next();
        lesson(learner, "name-" + learner);
        await().until(() -> api.learner(learner)
                        .get("/api/boards/points/scores/me")
                        .at("/score")
                        .asInt()
                > 0);
        size(390, "light");
        open(learner, name, "board", "en");

        awaitText("streak-board", "(you)");
        await().untilAsserted(() -> {
            browser.navigate().refresh(); // a name is known a moment after its learner has called
            awaitText("streak-board", "(you)");
            assertThat(
                            run(
                                    "return document.querySelector('streak-board').shadowRoot.querySelector('.me bdi').textContent"))
                    .isEqualTo(name);
        });
        assertThat(run("return window.broken ?? null")).isNull();
        assertThat((Long) run("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        size(1280, "light");
    }

    @Test
    void aBoardGoesOnByItself() {
        long learner = Learners.next();
        open(learner, "board");
        awaitText("streak-board", "You are not on this board yet");

        lesson(learner, "live-" + learner);

        awaitText("streak-board", "You No.");
    }

    /** On a slow phone, too. */
    @ParameterizedTest
    @CsvSource({"today, 0.02", "points, 0.02", "board, 0.02", "leagues, 0.02", "groups, 0.02", "me, 0.05"})
    void nothingMovesWhenDataArrive(String view, double atMost) throws Exception {
        long learner = Learners.next();
        signIn(
                learner,
                IntStream.rangeClosed(1, 17).mapToObj("2026-11-%02d"::formatted).toArray(String[]::new));
        try (var observed = before("""
                window.shift = 0;
                new PerformanceObserver(list => list.getEntries().forEach(each => { window.shift += each.value; }))
                    .observe({type: 'layout-shift', buffered: true});
                """)) {
            for (int width : List.of(390, 1280)) {
                size(width, "light");
                cdp("Emulation.setCPUThrottlingRate", Map.of("rate", 4));
                open(learner, view);
                awaitParts();
                var shift = (Number) requireNonNull(run("return window.shift"));
                assertThat(shift.doubleValue()).as("at %d", width).isLessThan(atMost);
            }
        } finally {
            cdp("Emulation.setCPUThrottlingRate", Map.of("rate", 1));
        }
    }

    private void awaitParts() {
        await().until(() -> Boolean.TRUE.equals(run("""
                const parts = [...document.querySelectorAll('.view:not([hidden]) > *')];
                return parts.length > 0 && parts.every(part => part.shadowRoot?.querySelector('[aria-busy=false]'));
                """)));
    }

    private void signIn(long learner, String... days) {
        api.take(IntStream.range(0, days.length)
                .mapToObj(i -> Api.activity(learner, "SIGN_IN", days[i], days[i] + "T04:00:00Z"))
                .toList());
    }

    private void lesson(long learner, String source) {
        api.take(List.of(Api.activity(learner, "LESSON", source, "2026-11-18T04:00:00Z")));
    }
}
