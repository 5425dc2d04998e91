package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;

/** {@code /actuator/learners/42}. */
@IntegrationTest
class LearnersIntegrationTests {

    private final Api api;
    private final StringRedisTemplate redis;
    private final long learner = Learners.next();

    LearnersIntegrationTests(Api api, StringRedisTemplate redis) {
        this.api = api;
        this.redis = redis;
    }

    @Test
    void tellsTheLedgerTheCapsTheBoardAndTheSignIns() {
        var caller = api.as(learner, "Ada");
        caller.post("/api/sign-ins").has(201);
        api.take(IntStream.range(0, 6)
                .mapToObj(n -> Api.activity(learner, "LESSON", "lesson-" + n, "2026-11-18T02:00:00Z"))
                .toList());
        adjust(-20);

        await().untilAsserted(() -> {
            var found = found();
            assertThat(found.path("name").asString()).isEqualTo("Ada");
            assertThat(found.path("deletedAt").isNull()).isTrue();
            assertThat(found.at("/facts/points/points").asInt()).isEqualTo(40);
            assertThat(found.at("/facts/points/records")).hasSize(8);
            assertThat(found.at("/facts/points/adjustments/0/requested").asInt())
                    .isEqualTo(-20);
            assertThat(found.at("/facts/board/points").asInt()).isEqualTo(40);
            assertThat(found.at("/facts/board/hiddenOn")).isEmpty();
            assertThat(found.at("/facts/signIns/signedToday").asBoolean()).isTrue();
            assertThat(found.at("/facts/signIns/parked")).isEmpty();
            assertThat(found.at("/facts/today/types").values())
                    .filteredOn(type -> type.path("type").asString().equals("LESSON"))
                    .singleElement()
                    .satisfies(lesson -> assertThat(lesson.path("points").asInt())
                            .isEqualTo(lesson.path("cap").asInt())
                            .isEqualTo(50));
            assertThat(found.path("unavailable")).isEmpty();
        });
    }

    @Test
    void tellsDaysStreakBadgesAndLeague() {
        var caller = api.learner(learner);
        caller.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-17")).has(201);
        caller.post("/api/sign-ins").has(201);
        api.admin()
                .actuate("/badges", Map.of("action", "give", "learner", learner, "badge", "loyal", "reason", "a test"));

        var facts = found().path("facts");

        assertThat(facts.at("/signIns/since").asString()).isEqualTo("2026-08-03");
        assertThat(facts.at("/signIns/days").toString()).isEqualTo("[\"2026-11-17\",\"2026-11-18\"]");
        assertThat(facts.at("/signIns/madeUpDays").toString()).isEqualTo("[\"2026-11-17\"]");
        assertThat(facts.at("/signIns/streak").asInt()).isEqualTo(2);
        assertThat(facts.at("/league/tier").asString()).isNotEmpty();
        assertThat(facts.path("badges").isArray()).isTrue();
    }

    @Test
    void findsLearnersByTheBeginOfTheirNamesAndByTheirKeys() {
        var name = "Find" + learner;
        names(Map.of(learner, name + "% Zoe", learner + 1, name + "x Ada", learner + 2, "The " + name));

        assertThat(find(name).each("items", "learner")).containsExactly(id(0), id(1));
        assertThat(find(name.toLowerCase(Locale.ROOT)).each("items", "learner")).hasSize(2);
        assertThat(find(name + "%").each("items", "learner")).containsExactly(id(0));
        assertThat(find(id(2)).each("items", "name")).containsExactly("The " + name);
        assertThat(find("nobody has this name").each("items", "learner")).isEmpty();
        api.admin().actuator("/learners?name=%20").isInvalid("learner");
    }

    @Test
    void tellsWhetherThereAreMoreWithSuchNames() {
        var many = IntStream.range(0, 21)
                .boxed()
                .collect(Collectors.toMap(each -> Learners.next(), each -> "Many" + learner + " " + each));
        names(many);

        var found = find("Many" + learner);
        assertThat(found.each("items", "learner")).hasSize(20);
        assertThat(found.at("/more").asBoolean()).isTrue();
    }

    private String id(int after) {
        return Long.toString(learner + after);
    }

    private void names(Map<Long, String> names) {
        api.service()
                .put(
                        "/api/learners",
                        Map.of(
                                "learners",
                                names.entrySet().stream()
                                        .map(each -> Map.of("id", each.getKey(), "name", each.getValue()))
                                        .toList()))
                .has(200);
    }

    private Api.Answer find(String name) {
        return api.admin()
                .actuator("/learners?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                .has(200);
    }

    @Test
    void listsAreShort() {
        for (int batch = 0; batch < 25; batch++) {
            adjust(1);
        }

        assertThat(found().at("/facts/points/records")).hasSize(LearnerFacts.MOST);
        assertThat(found().at("/facts/points/adjustments")).hasSize(LearnerFacts.MOST);
    }

    @Test
    void showsOnlyTheLearnersOwnParkedEvents() {
        adjust(1);
        var parked = "streak:{%d}:parked"
                .formatted(found().at("/facts/signIns/partition").asInt());
        redis.opsForHash().put(parked, "1-0", "{\"user\":\"%d\",\"error\":\"broken\"}".formatted(learner));
        redis.opsForHash().put(parked, "2-0", "{\"user\":\"7\",\"error\":\"broken\"}");

        var found = found().at("/facts/signIns/parked");
        redis.opsForHash().delete(parked, "1-0", "2-0");

        assertThat(found.values())
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.at("/entry/error").asString()).isEqualTo("broken"));
    }

    @Test
    void tellsWhereTheLearnerIsHidden() {
        var score = Api.scoreOf(learner, 5, "hidden-" + learner, "2026-11-18T02:10:00Z");
        api.score("lessons", List.of(score));
        hide("hide");

        var hiddenOn = found().at("/facts/board/hiddenOn");
        hide("show");

        assertThat(hiddenOn.values())
                .singleElement()
                .satisfies(board -> assertThat(board.asString()).isEqualTo("lessons"));
    }

    @Test
    void tellsThatTheLearnerWasDeleted() {
        api.admin().delete("/api/learners/" + learner + "?force=true").has(202);

        assertThat(found().path("deletedAt").asString()).startsWith("2026-11-");
    }

    @Test
    void anUnknownLearnerIsNotFound() {
        api.admin().actuator("/learners/" + learner).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/0", "/-1", "/x", "/1.5", "/01", "/+5", "/9223372036854775808", ""})
    void malformedIdsAreNamed(String id) {
        api.admin().actuator("/learners" + id).isInvalid("learner");
    }

    private void hide(String action) {
        api.admin()
                .actuate("/boards/lessons", Map.of("action", action, "member", Long.toString(learner)))
                .has(200);
    }

    private void adjust(int points) {
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of(
                                "learner",
                                learner,
                                "points",
                                points,
                                "reason",
                                "a test",
                                "requestId",
                                "l-" + learner + "-" + System.nanoTime()))
                .has(201);
    }

    private JsonNode found() {
        return api.admin().actuator("/learners/" + learner).has(200).body();
    }
}
