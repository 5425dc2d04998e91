package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.ForAnyCaller;
import io.streakboard.identity.ForLearners;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.support.Route;
import io.streakboard.web.Cursor;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Hidden learners in all answers that others get. The points board has months of this class, quiz the one before. */
@IntegrationTest
class PrivacyIntegrationTests {

    /** Routes that learners may call and that answer other learners than the caller. A new one has to be walked. */
    private static final Set<String> OTHERS = Set.of(
            "/api/boards/{board}/top",
            "/api/boards/{board}/around/{member}",
            "/api/boards/{board}/around-score",
            "/api/boards/{board}/members",
            "/api/boards/{board}/scores/{member}",
            "/api/boards/{board}/updates",
            "/api/leagues/current", // walked by LeaguesIntegrationTests
            "/api/learners/{learner}/leagues/current",
            "/api/groups/{id}", // walked by RosterIntegrationTests
            "/api/groups/{id}/boards/{board}"); // and GroupRankingIntegrationTests

    /** Routes that learners may call and that answer only the caller, or figures without learners. */
    private static final Set<String> NOBODY_ELSE = Set.of(
            "/api/badges",
            "/api/badges/{badge}/levels/{level}/credential",
            "/api/boards",
            "/api/boards/{board}/count",
            "/api/boards/{board}/distribution",
            "/api/boards/{board}/editions",
            "/api/boards/{board}/percentiles",
            "/api/groups",
            "/api/groups/join",
            "/api/groups/{id}/code",
            "/api/groups/{id}/members/me",
            "/api/groups/{id}/members/{member}",
            "/api/learners/me/export",
            "/api/leagues/history",
            "/api/learners/{learner}/badges",
            "/api/learners/{learner}/leagues/history",
            "/api/learners/{learner}/calendar",
            "/api/learners/{learner}/compared",
            "/api/learners/{learner}/points/all-time",
            "/api/learners/{learner}/points/days",
            "/api/learners/{learner}/points/ranks",
            "/api/learners/{learner}/points/records",
            "/api/learners/{learner}/points/summary",
            "/api/learners/{learner}/points/today",
            "/api/learners/{learner}/prizes",
            "/api/learners/{learner}/sign-ins",
            "/api/learners/{learner}/sign-ins/log",
            "/api/learners/{learner}/titles",
            "/api/learners/{learner}/years/{year}",
            "/api/me/compared", // the medians of five and more
            "/api/me/privacy",
            "/api/points/all-time",
            "/api/points/days",
            "/api/points/ranks",
            "/api/points/records",
            "/api/points/summary",
            "/api/points/today",
            "/api/prizes",
            "/api/rewards",
            "/api/rewards/{season}/credential",
            "/api/rules",
            "/api/seasons",
            "/api/sign-ins",
            "/api/sign-ins/calendar",
            "/api/sign-ins/log",
            "/api/sign-ins/make-ups",
            "/api/sign-ins/years/{year}");

    private static final String QUIZ = "/api/boards/quiz/%s?period=2026-09";

    private final long hidden = Learners.next();
    private final String name = "Zenobia " + hidden;
    private final long other = Learners.next();
    private final Api api;
    private final RequestMappingHandlerMapping handlers;
    private final WebEndpointsSupplier endpoints;
    private final Pseudonyms pseudonyms;

    PrivacyIntegrationTests(
            Api api,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping handlers,
            WebEndpointsSupplier endpoints,
            Pseudonyms pseudonyms) {
        this.api = api;
        this.handlers = handlers;
        this.endpoints = endpoints;
        this.pseudonyms = pseudonyms;
    }

    @Test
    void eachRouteOfLearnersIsKnownToAnswerOthersOrNot() {
        var mapped = new TreeSet<String>();
        for (var route : Route.all(handlers, endpoints)) {
            var handler = route.handler();
            if (handler != null && (is(handler, ForLearners.class) || is(handler, ForAnyCaller.class))) {
                mapped.add(route.path());
            }
        }
        var known = new TreeSet<>(OTHERS);
        known.addAll(NOBODY_ELSE);
        assertThat(mapped).isEqualTo(known);
    }

    private static boolean is(HandlerMethod handler, Class<? extends java.lang.annotation.Annotation> role) {
        return handler.hasMethodAnnotation(role) || AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), role);
    }

    @Test
    void aHiddenLearnerIsInNoAnswerOfOthers() throws Exception {
        var points = "/api/boards/points/%s?season=";
        var open = Months.next();
        var settled = Months.next();
        earn(open);
        earn(settled);
        score(hidden, 99);
        score(other, 98);
        names();
        api.settle(settled);
        choose(hidden, "hidden");

        for (var board : List.of(points + open, points + settled, QUIZ)) {
            for (var caller : List.of(api.learner(other), api.learner(Learners.next()), api.service(), api.admin())) {
                walk(board, caller);
            }
            assertThat(get(api.learner(hidden), board, "top", "&size=100").each("items", "member"))
                    .contains(Long.toString(hidden));
            assertThat(get(api.learner(hidden), board, "around/me", "").each("items", "name"))
                    .contains(name);
        }
        assertThat(api.admin()
                        .actuator("/top/points?season=" + settled)
                        .has(200)
                        .each("items", "member"))
                .containsExactly(Long.toString(hidden), Long.toString(other));
        assertThat(new String(
                        api.admin()
                                .download("/api/seasons/" + settled + "/board.csv")
                                .getBody(),
                        StandardCharsets.UTF_8))
                .contains("," + hidden + "," + name + ",");
    }

    /** All of {@link #OTHERS}. */
    private void walk(String board, Caller caller) throws Exception {
        var asked = List.of(
                get(caller, board, "top", "&size=100"),
                get(caller, board, "top", "&page=2&size=1"),
                get(caller, board, "around/" + other, ""),
                get(caller, board, "around-score", "&score=20"),
                get(caller, board, "members", "&ids=" + other));
        for (var answer : asked) {
            conceals(answer.body().toString());
            assertThat(answer.at("/items").size()).isPositive();
        }
        assertThat(asked.getFirst().each("items", "member")).anyMatch(member -> member.startsWith("~"));
        var watcher = api.learner(Learners.next()); // all watchers get the same page, and each may have few streams
        try (var stream = new EventClient(api.url() + board.formatted("updates"), watcher.token())) {
            await().until(() -> !stream.events("top").isEmpty());
            conceals(stream.events("top").getFirst().data().toString());
        }
    }

    private void conceals(String answer) {
        assertThat(answer).doesNotContain(Long.toString(hidden)).doesNotContain(name);
    }

    @Test
    void aHiddenIdIsUnknownToLearnersAndKnownToThePlatform() {
        score(other, 96);
        for (var board : List.of("hidden", "number")) {
            long hidden = Learners.next();
            score(hidden, 97);
            choose(hidden, board);
            var learner = api.learner(other);
            var score = get(learner, QUIZ, "scores/" + hidden, "");
            assertThat(score.at("/score").asInt()).isZero();
            assertThat(score.at("/rank").isNull()).isTrue();
            assertThat(get(learner, QUIZ, "around/" + hidden, "").at("/items").size())
                    .isZero();
            assertThat(get(learner, QUIZ, "members", "&ids=" + hidden)
                            .at("/items")
                            .size())
                    .isZero();

            var platform = api.service();
            assertThat(get(platform, QUIZ, "scores/" + hidden, "").at("/score").asInt())
                    .isEqualTo(97);
            assertThat(get(platform, QUIZ, "members", "&ids=" + hidden).each("items", "member"))
                    .containsExactly(Long.toString(hidden));
            assertThat(get(platform, QUIZ, "members", "&ids=" + hidden + "&learner=" + other)
                            .at("/items")
                            .size())
                    .isZero();
            assertThat(get(platform, QUIZ, "scores/me", "&learner=" + hidden)
                            .at("/score")
                            .asInt())
                    .isEqualTo(97);
            var around = get(learner, QUIZ, "around-score", "&score=97&radius=50");
            assertThat(around.body().toString())
                    .doesNotContain("nick-" + hidden)
                    .contains("nick-" + other);
            var pseudonym = around.each("items", "member").stream()
                    .filter(member -> member.startsWith("~"))
                    .toList();
            assertThat(pseudonym).isNotEmpty();
            learner.get(QUIZ.formatted("scores/" + pseudonym.getFirst())).isInvalid("member");
        }
    }

    @Test
    void aStreamHidesALearnerWhoHidesMeanwhile() throws Exception {
        score(hidden, 100);
        names();
        try (var stream = new EventClient(
                api.url() + QUIZ.formatted("updates"), api.learner(other).token())) {
            await().until(() -> !stream.events("top").isEmpty());
            // Without the name while MySQL takes long to tell it.
            await().untilAsserted(() ->
                    assertThat(stream.events("top").getLast().data().toString()).contains(name, Long.toString(hidden)));

            choose(hidden, "hidden");

            await().untilAsserted(
                            () -> conceals(stream.events("top").getLast().data().toString()));
        }
    }

    /** Behind the thousand that are shown from a snapshot, a cursor contains the last member. */
    @Test
    void aCursorDoesNotRevealTheLastMember() {
        var scores =
                IntStream.range(0, 1_000).mapToObj(i -> of(Learners.next(), 5)).toList();
        api.score("quiz", scores);
        score(Learners.next(), 1);
        score(Learners.next(), 1);
        var learner = api.learner(other);
        var page = get(learner, QUIZ, "top", "&size=100");
        for (int i = 1; i < 10; i++) {
            page = get(
                    learner, QUIZ, "top", "&size=100&cursor=" + page.at("/next").asString());
        }
        var next = page.at("/next").asString();
        assertThat(next).startsWith("~");
        assertThat(get(learner, QUIZ, "top", "&cursor=" + next).at("/items").size())
                .isPositive();

        learner.get("/api/boards/exam/top?period=2026-11-05&cursor=" + next).isProblem(410, "cursor-expired");

        var made = Cursor.of("b", "1", "1000000");
        assertThat(get(learner, QUIZ, "top", "&cursor=" + pseudonyms.sealed("quiz 2026-09 null\n" + made))
                        .status())
                .isEqualTo(200);
        learner.get(QUIZ.formatted("top") + "&cursor=" + made).isProblem(410, "cursor-expired");
        for (var forged : List.of("~", "~AAAA", next.substring(0, next.length() - 2), next + "AA", "~***")) {
            learner.get(QUIZ.formatted("top") + "&cursor=" + forged).isInvalid("cursor");
        }
    }

    private void earn(YearMonth month) {
        api.take(List.of(
                Api.activity(hidden, "REVIEW", "a", month + "-10T04:00:00Z"),
                Api.activity(hidden, "REVIEW", "b", month + "-10T04:00:01Z"),
                Api.activity(other, "REVIEW", "a", month + "-10T04:00:02Z")));
        await().until(() -> {
            var mine = get(api.learner(hidden), "/api/boards/points/%s?season=" + month, "scores/me", "");
            return mine.at("/score").asInt() == 20 && !mine.at("/rank").isNull();
        });
    }

    private void score(long learner, int score) {
        api.score("quiz", List.of(of(learner, score)));
    }

    private static Map<String, Object> of(long learner, int score) {
        return Map.of(
                "member",
                Long.toString(learner),
                "score",
                score,
                "messageId",
                "p" + learner,
                "occurredAt",
                "2026-09-10T04:00:00Z",
                "extra",
                Map.of("nick", "nick-" + learner));
    }

    private void names() {
        api.service()
                .put("/api/learners", Map.of("learners", List.of(Map.of("id", hidden, "name", name))))
                .has(200);
    }

    private void choose(long learner, String board) {
        api.learner(learner).put("/api/me/privacy", Map.of("board", board)).has(200);
    }

    private static Answer get(Caller caller, String board, String route, String query) {
        return caller.get(board.formatted(route) + query).has(200);
    }
}
