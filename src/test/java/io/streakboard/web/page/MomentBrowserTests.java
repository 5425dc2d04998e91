package io.streakboard.web.page;

import static io.streakboard.support.Api.activity;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is celebrated, once, and how. Today is Wednesday, November 18. */
@IntegrationTest
class MomentBrowserTests extends LearnersPageInBrowser {

    /** Remembers each moment, each sentence for screen readers, what moved, and what was asked. */
    private static final String WATCH = """
            window.moments = []; window.animated = []; window.vibrated = []; window.asked = []; window.shift = 0;
            navigator.vibrate = pattern => window.vibrated.push(pattern);
            const real = window.fetch;
            window.fetch = (path, options) => { window.asked.push(new URL(path, location).pathname); return real(path, options); };
            document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
                const text = document.querySelector('.moments')?.shadowRoot.textContent.replace(/\\s+/g, ' ').trim();
                if (text && window.moments.at(-1) !== text) {
                    window.moments.push(text);
                }
            }).observe(document.body, {childList: true}));
            addEventListener('animationstart', ({animationName}) => window.animated.push(animationName), true);
            new PerformanceObserver(list => list.getEntries().forEach(each => { window.shift += each.hadRecentInput ? 0 : each.value; }))
                .observe({type: 'layout-shift', buffered: true});
            """;

    private long learner;

    MomentBrowserTests(Api api) {
        super(api);
    }

    @BeforeEach
    void comeAsANewLearner() {
        learner = Learners.next();
    }

    @Test
    void theTapIsAnsweredBeforeTheApiAnswers() throws Exception {
        try (var slow = before("""
                const real = window.fetch;
                window.fetch = async (path, options) => {
                    if (options?.method === 'POST' && String(path).endsWith('/api/sign-ins')) {
                        await new Promise(resolve => { window.answer = resolve; });
                    }
                    return real(path, options);
                };
                """)) {
            open(learner, "today");
            awaitText("streak-today", "Check in");

            assertThat(run("""
                            const root = document.querySelector('streak-today').shadowRoot;
                            root.querySelector('.tap').click();
                            return root.querySelector('.hero').className + getComputedStyle(root.querySelector('.flame')).animationName;
                            """)).asString().contains("tapped").contains("grow");

            await().until(() -> run("return window.answer ?? null") != null);
            run("window.answer()");
            awaitText("streak-today", "1 day in a row");
        }
    }

    @Test
    void aSignInIsCelebratedOnceAndMovesNothingElse() throws Exception {
        try (var watched = before(WATCH)) {
            open(learner, "today");
            awaitText("streak-summary", "Your first points put you on the board");
            awaitText("streak-month", "Checked in on 0 days");
            awaitText("streak-year", "checked in on 0 days");
            run(
                    "document.querySelector('streak-today').shadowRoot.addEventListener('animationstart', ({animationName}) => window.animated.push(animationName));");
            run("window.asked = [];");
            click("streak-today", ".tap");

            awaitText("streak-today", "Checked in +10");
            awaitMoment("You are on the board Rank");
            assertThat((List<?>) run("return [...new Set(window.asked)]"))
                    .as("what the parts read after any change, and nothing more")
                    .asList()
                    .isSubsetOf(
                            "/api/sign-ins",
                            "/api/rules",
                            "/api/sign-ins/calendar",
                            "/api/sign-ins/years/2026",
                            "/api/sign-ins/log",
                            "/api/boards/points/around/me",
                            "/api/badges");
            assertThat(said("streak-today")).isEqualTo("Checked in. 10 points. 1 day in a row.");
            await().untilAsserted(() -> assertThat((List<?>) run("return window.animated"))
                    .asList()
                    .contains("flare", "burst", "pop", "fill"));
            assertThat((List<?>) run("return window.vibrated")).isNotEmpty();
            assertThat(((Number) requireNonNull(run("return window.shift"))).doubleValue())
                    .isLessThan(0.02);
            isForEverybody();

            browser.navigate().refresh();
            awaitText("streak-today", "1 day in a row");
            awaitText("streak-summary", "Points10");
            assertThat(run("return document.querySelector('.moments')")).isNull();
            assertThat(each("streak-today", ".hero", "class").toString()).doesNotContain("cheered");
        }
    }

    @Test
    void thoseWhoWantNothingToMoveSeeTheSame() throws Exception {
        cdp(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        try (var watched = before(WATCH)) {
            open(learner, "today");
            awaitText("streak-summary", "Your first points put you on the board");
            run(
                    "document.querySelector('streak-today').shadowRoot.addEventListener('animationstart', ({animationName}) => window.animated.push(animationName));");
            click("streak-today", ".tap");

            awaitText("streak-today", "Checked in +10");
            awaitMoment("You are on the board Rank");
            assertThat((List<?>) run("return window.animated")).isEmpty();
            assertThat(run("return document.getAnimations().length")).isEqualTo(0L);
        } finally {
            size(1280, "light");
        }
    }

    @Test
    void aMilestoneSaysWhatItBroughtAndTheLongestStreakWhatItWas() throws Exception {
        signIn("2026-11-10", "2026-11-11", "2026-11-16");
        try (var watched = before(WATCH);
                var milestone = before("""
                        const first = window.fetch;
                        window.fetch = async (path, options) => {
                            const response = await first(path, options);
                            return options?.method === 'POST' && String(path).endsWith('/api/sign-ins')
                                ? new Response(JSON.stringify({...await response.json(), streak: 3, longestStreak: 3, points: 80, milestone: 50}))
                                : response;
                        };
                        """)) {
            open(learner, "today");
            awaitText("streak-today", "Your longest: 2 days");
            click("streak-today", ".tap");

            awaitMoment("3 days in a row Milestone: +50 points");
            awaitMoment("Your longest streak 3 days in a row, 2 before");
            assertThat(said("streak-today"))
                    .isEqualTo(
                            "Checked in. 80 points. With 50 for a milestone. 3 days in a row. 3 days in a row. Milestone: +50 points Your longest streak. 3 days in a row, 2 before");
        }
    }

    @Test
    void aNewBadgeIsCelebratedOnce() throws Exception {
        signIn(IntStream.rangeClosed(13, 16).mapToObj("2026-11-%d"::formatted).toArray(String[]::new));
        try (var watched = before(WATCH)) {
            open(learner, "today");
            awaitText("streak-summary", "This season");
            await().until(() -> run(
                            "return JSON.parse(localStorage.getItem('streakboard.seen'))?.[arguments[0]]?.badges ?? null",
                            "" + learner)
                    != null);
            signIn("2026-11-17");
            await().until(() -> api.learner(learner)
                    .get("/api/badges")
                    .at("/items/1/levels/0/givenAt")
                    .isString());

            browser.navigate().refresh();
            awaitMoment("New badge: Regular Signed in on so many days: 5");

            browser.navigate().refresh();
            awaitText("streak-summary", "This season");
            open(learner, "me");
            awaitText("streak-badges", "You have 1.");
            assertThat((List<?>) run("return window.moments")).isEmpty();
        }
    }

    @Test
    void aRankThatWasPassedIsToldByName() throws Exception {
        long other = Learners.next();
        api.service()
                .put("/api/learners", Map.of("learners", List.of(Map.of("id", "" + other, "name", "Grace Hopper"))))
                .has(200);
        grant(other, 5000);
        grant(learner, 4990);
        await().until(() -> api.learner(learner)
                        .get("/api/boards/points/around/me?radius=1")
                        .at("/items/0/member")
                        .asLong()
                == other);
        try (var watched = before(WATCH)) {
            open(learner, "board");
            awaitText("streak-board", "Grace Hopper is next: 11 points to pass. 2 × Lesson would do it.");

            grant(learner, 20);

            awaitMoment("You have passed Grace Hopper");
            assertThat(said("streak-board")).contains("You have passed Grace Hopper");
        }
    }

    @Test
    void aRiseInTheLeagueIsCelebratedOnce() throws Exception {
        try (var watched = before(WATCH);
                var risen = before("""
                        const first = window.fetch;
                        window.fetch = async (path, options) => String(path).includes('/api/leagues/history')
                            ? new Response(JSON.stringify({items: [{week: '2026-11-09', tier: 'bronze', place: 3, active: 30, points: 90,
                                nextTier: 'silver', moved: 'promoted'}], next: null}))
                            : first(path, options);
                        """)) {
            open(learner, "leagues");
            awaitText("streak-league", "Risen to Silver");
            assertThat((List<?>) run("return window.moments"))
                    .as("at the first look nothing is new")
                    .isEmpty();
            run(
                    "localStorage.setItem('streakboard.seen', JSON.stringify({[arguments[0]]: {leagues: []}}))",
                    "" + learner);

            browser.navigate().refresh();
            awaitMoment("Risen to Silver No. 3 of 30");
            isForEverybody();

            browser.navigate().refresh();
            awaitText("streak-league", "Risen to Silver");
            assertThat((List<?>) run("return window.moments")).isEmpty();
        }
    }

    private void awaitMoment(String text) {
        await().untilAsserted(() -> assertThat((List<?>) run("return window.moments"))
                .asList()
                .anySatisfy(moment -> assertThat(moment).asString().contains(text)));
    }

    private String said(String part) {
        return String.valueOf(run(
                "return [...document.querySelector(arguments[0]).shadowRoot.querySelectorAll('.unseen[role=status]')].at(-1).textContent",
                part));
    }

    private void signIn(String... days) {
        api.take(List.of(days).stream()
                .map(day -> activity(learner, "SIGN_IN", day, day + "T04:00:00Z"))
                .toList());
    }

    private void grant(long who, int points) {
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of(
                                "learner",
                                "" + who,
                                "points",
                                points,
                                "reason",
                                "moment",
                                "requestId",
                                who + "-" + points))
                .has(201);
    }
}
