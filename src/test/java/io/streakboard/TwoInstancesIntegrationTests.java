package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Rest;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

/** Two instances on the same servers: what one has answered the other knows, and what both do at once counts once. */
@IntegrationTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoInstancesIntegrationTests {

    private final ConfigurableEnvironment environment;
    private final BusinessTime time;
    private final Rest rest;
    private final Api one;
    private Api other;
    private ConfigurableApplicationContext second;

    TwoInstancesIntegrationTests(ConfigurableEnvironment environment, BusinessTime time, Rest rest, Api one) {
        this.rest = rest;
        this.environment = environment;
        this.time = time;
        this.one = one;
    }

    @BeforeAll
    void start() {
        second = SecondInstance.start(
                environment, Map.of("streakboard.clock.start", time.now().toString()), Api.class);
        other = second.getBean(Api.class);
    }

    @AfterAll
    void stop() {
        rest.await(); // or it would leave events that it had begun
        second.close();
    }

    @Test
    void aSignInAtOneCountsAtTheOther() {
        long learner = Learners.next();
        var here = one.learner(learner);
        var there = other.learner(learner);

        var signed = here.post("/api/sign-ins").has(201);
        var again = there.post("/api/sign-ins").has(200);

        assertThat(again.at("/order")).isEqualTo(signed.at("/order"));
        assertThat(there.get("/api/sign-ins/calendar?month=2026-11").has(200).body())
                .isEqualTo(here.get("/api/sign-ins/calendar?month=2026-11")
                        .has(200)
                        .body());
        await().untilAsserted(() -> {
            var mine = there.get("/api/points/summary").has(200);
            assertThat(mine.at("/points").asInt()).isEqualTo(10);
            assertThat(here.get("/api/points/summary").has(200).body()).isEqualTo(mine.body());
        });
    }

    @Test
    void ofManySignInsAtBothOneCounts() throws Exception {
        long learner = Learners.next();

        var answers = atBoth(40, api -> api.learner(learner).post("/api/sign-ins"));

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(39);
    }

    @Test
    void aMessageThatComesToBothCountsOnce() throws Exception {
        var member = "twin-" + Learners.next();
        var body = scores("level", member, "score", 7, "m-1");

        var answers = atBoth(20, api -> api.service().post("/api/scores", body).has(200));

        assertThat(answers.stream()
                        .map(answer -> answer.at("/results/0/outcome").asString()))
                .containsOnlyOnce("APPLIED")
                .filteredOn(outcome -> outcome.equals("DUPLICATE"))
                .hasSize(19);
    }

    @Test
    void whatOneHasAnsweredTheOtherShowsAtOnce() {
        for (int i = 1; i <= 20; i++) {
            var learner = Long.toString(Learners.next());
            var writer = i % 2 == 0 ? one : other;
            var reader = i % 2 == 0 ? other : one;

            var applied = writer.service()
                    .post("/api/scores", scores("lessons", learner, "delta", 1_000 + i, "m-1"))
                    .has(200);

            var me = reader.learner(Long.parseLong(learner))
                    .get("/api/boards/lessons/members?ids=" + learner)
                    .has(200)
                    .at("/me");
            assertThat(me.path("score").asInt()).isEqualTo(1_000 + i);
            assertThat(me.path("rank")).isEqualTo(applied.at("/results/0/rank"));
        }
    }

    @Test
    void afterAResetAtOneTheOtherLosesNoScore() {
        var service = other.service();
        service.post("/api/scores", scores("quiz", "77", "score", 50, "reset-0"))
                .has(200);
        for (int i = 1; i <= 5; i++) {
            one.admin().actuate("/boards/quiz", Map.of("action", "reset")).has(200);
            var learner = Long.toString(Learners.next());

            var applied = service.post("/api/scores", scores("quiz", learner, "score", 10 + i, "reset-" + i))
                    .has(200);

            assertThat(applied.at("/results/0/outcome").asString()).isEqualTo("APPLIED");
            assertThat(names(one.learner(1), "quiz")).containsExactly(learner);
            await().untilAsserted(
                            () -> assertThat(names(other.learner(1), "quiz")).containsExactly(learner));
        }
    }

    @Test
    void aMemberHiddenAtOneIsHiddenAtTheOther() {
        var member = "hidden-" + Learners.next();
        other.service()
                .post("/api/scores", scores("level", member, "score", 40, "m-1"))
                .has(200);
        assertThat(names(other.learner(1), "level")).contains(member);

        one.admin()
                .actuate("/boards/level", Map.of("action", "hide", "member", member))
                .has(200);
        other.service()
                .post("/api/scores", scores("level", member, "score", 50, "m-2"))
                .has(200);

        assertThat(names(other.learner(1), "level")).doesNotContain(member);
        assertThat(names(one.learner(1), "level")).doesNotContain(member);
    }

    @Test
    void aSeasonThatWasRenamedAtOneHasItsNameAtTheOther() {
        one.admin()
                .post("/api/seasons", Map.of("name", "Twins 2051", "firstDay", "2051-03-01", "lastDay", "2051-03-31"))
                .has(201);
        await().untilAsserted(() -> other.learner(1)
                .get("/api/boards/points/top?season=Twins%202051")
                .has(200));

        one.admin()
                .patch("/api/seasons/Twins%202051", Map.of("name", "Spring of twins"))
                .has(200);

        await().untilAsserted(() -> other.learner(1)
                .get("/api/boards/points/top?season=Spring%20of%20twins")
                .has(200));
        other.admin().delete("/api/seasons/Spring%20of%20twins").has(204);
        await().untilAsserted(() -> one.learner(1)
                .get("/api/boards/points/top?season=Spring%20of%20twins")
                .isProblem(404, "season-not-found"));
    }

    @Test
    void aLearnerDeletedAtOneIsRefusedAtTheOther() {
        long learner = Learners.next();
        var there = other.learner(learner);
        there.post("/api/sign-ins").has(201);

        assertThat(one.admin().delete("/api/learners/" + learner).status()).isBetween(200, 204);

        await().untilAsserted(() ->
                assertThat(there.get("/api/points/summary").status()).isIn(401, 403, 410));
    }

    private static Map<String, Object> scores(String board, String member, String field, int value, String messageId) {
        return Map.of(
                "scores", List.of(Map.of("board", board, "member", member, field, value, "messageId", messageId)));
    }

    private static List<String> names(Caller caller, String board) {
        return caller.get("/api/boards/" + board + "/top?size=100").has(200).each("items", "member");
    }

    private List<Answer> atBoth(int calls, Function<Api, Answer> call) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = threads.invokeAll(IntStream.range(0, calls)
                    .<Callable<Answer>>mapToObj(i -> () -> call.apply(i % 2 == 0 ? one : other))
                    .toList());
            var all = new ArrayList<Answer>();
            for (Future<Answer> answer : answers) {
                all.add(answer.get());
            }
            return all;
        }
    }
}
