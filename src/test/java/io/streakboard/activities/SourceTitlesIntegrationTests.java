package io.streakboard.activities;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.PointsLedger;
import io.streakboard.points.SourceTitles;
import io.streakboard.points.SourceTitles.SourceKey;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class SourceTitlesIntegrationTests {

    private static final Instant MORNING = Instant.parse("2026-11-18T01:00:00Z");

    private final Api api;
    private final Caller service;
    private final ActivityListener listener;
    private final SourceTitles titles;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    private final long learner = Learners.next();
    private final String lesson = "lesson-" + learner;

    SourceTitlesIntegrationTests(
            Api api,
            PointsLedger ledger,
            Activities activities,
            SourceTitles titles,
            JdbcClient jdbc,
            TransactionTemplate transactions) {
        this.api = api;
        this.service = api.service();
        this.listener = new ActivityListener(ledger, activities);
        this.titles = titles;
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Test
    void aTitleIsOfTheSourceForAllLearners() {
        long other = Learners.next();

        take(activity(other, lesson, null), activity(learner, lesson, "Loops"), activity(learner, "x" + lesson, null));

        assertThat(shown(learner)).isEqualTo(Map.of(lesson, "Loops", "x" + lesson, ""));
        assertThat(shown(other)).isEqualTo(Map.of(lesson, "Loops"));
    }

    @Test
    void theLastTitleWinsAlsoOfARepeatedActivity() {
        take(activity(learner, lesson, "Lops"), activity(Learners.next(), lesson, "Loops"));
        assertThat(shown(learner)).isEqualTo(Map.of(lesson, "Loops"));

        take(activity(learner, lesson, "Loops and \u5faa\u73af \ud83d\ude00"));
        assertThat(shown(learner)).isEqualTo(Map.of(lesson, "Loops and \u5faa\u73af \ud83d\ude00"));

        take(activity(learner, lesson, "loops and \u5faa\u73af \ud83d\ude00"));
        take(activity(learner, lesson, null));
        assertThat(shown(learner)).isEqualTo(Map.of(lesson, "loops and \u5faa\u73af \ud83d\ude00"));
    }

    @Test
    void anotherTypesSourceHasATitleOfItsOwn() {
        put(source("LESSON", lesson, "Loops"), source("NOTE", lesson, "On loops"))
                .has(200);
        var note = Api.activity(learner, "NOTE", lesson, MORNING);
        take(note, activity(learner, lesson, null));

        assertThat(api.learner(learner).get("/api/points/records?type=NOTE").each("items", "title"))
                .containsExactly("On loops");
    }

    @Test
    void theListenerOfCourseModulesSetsTitlesHoweverOftenItIsCalled() {
        var completed = new ActivityCompleted(new Activity(learner, "LESSON", lesson, MORNING, "Loops"));

        listener.on(completed);
        listener.on(completed);

        assertThat(shown(learner)).isEqualTo(Map.of(lesson, "Loops"));
    }

    @Test
    void aSignInHasNoTitle() {
        var signIn = titled(Api.activity(learner, "SIGN_IN", "2026-11-18", MORNING), "Singles' Day");

        assertThat(service.post("/api/activities", Api.activities(List.of(signIn)))
                        .has(200)
                        .each("results", "outcome"))
                .containsExactly("AWARDED");

        await().untilAsserted(() -> assertThat(shown(learner)).isEqualTo(Map.of("2026-11-18", "")));
        put(source("SIGN_IN", "2026-11-18", "Singles' Day")).isInvalid("sources[0].type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000", "a\nb", "a\u202eb", "\u200b", "200 + 1"})
    void aTitleIsALineThatCanBeSeenAndIsNotTooLong(String text) {
        var title = text.equals("200 + 1") ? "x".repeat(201) : text;

        put(source("LESSON", "other", "Fine"), source("LESSON", lesson, title)).isInvalid("sources[1].title");
        var results = service.post("/api/activities", Api.activities(List.of(activity(learner, lesson, title))))
                .has(200);
        assertThat(results.each("results", "outcome")).containsExactly("INVALID");
        assertThat(results.at("/results/0/reasons/0/field").asString()).isEqualTo("title");

        assertThat(titles.of(List.of(new SourceKey("LESSON", lesson), new SourceKey("LESSON", "other"))))
                .isEmpty();
    }

    @Test
    void aBatchNamesTheFieldOfTheItem() {
        put().isInvalid("sources");
        service.put("/api/sources", "{}").isInvalid("sources");
        service.put("/api/sources", "{\"sources\":[null]}").isInvalid("sources[0]");
        put(source("LESSON", lesson, null)).isInvalid("sources[0].title");
        put(source("JUGGLING", lesson, "Loops")).isInvalid("sources[0].type");
        put(source("ADJUSTMENT", lesson, "Loops")).isInvalid("sources[0].type");
        put(source("LESSON", "x".repeat(101), "Loops")).isInvalid("sources[0].sourceId");
        put(source("LESSON", " " + lesson, "Loops")).isInvalid("sources[0].sourceId");
        put(source("LESSON", lesson, "\ud83d\ude00".repeat(200))).has(200);
        put(source("LESSON", lesson, "\ud83d")).isProblem(400, "invalid-request");
    }

    @Test
    void onlyServicesSetTitles() {
        api.learner(learner).put("/api/sources", "{}").isProblem(403, "forbidden");
        api.admin().put("/api/sources", "{}").isProblem(403, "forbidden");
        api.anonymous().put("/api/sources", "{}").isProblem(401, "unauthorized");
    }

    @Test
    void aThousandTitlesMayComeAtOnceAndNoMore() {
        var some = IntStream.range(0, 1000)
                .mapToObj(i -> source("NOTE", lesson + "-" + i, "Note " + i))
                .toList();

        assertThat(putAll(some).has(200).at("/set").asInt()).isEqualTo(1000);
        assertThat(putAll(some).has(200).at("/set").asInt()).isEqualTo(1000);
        assertThat(put(source("NOTE", lesson, "Former"), source("NOTE", lesson, "Later"))
                        .has(200)
                        .at("/set")
                        .asInt())
                .isOne();

        assertThat(titles.of(List.of(new SourceKey("NOTE", lesson + "-999"), new SourceKey("NOTE", lesson))))
                .containsOnly(
                        Map.entry(new SourceKey("NOTE", lesson + "-999"), "Note 999"),
                        Map.entry(new SourceKey("NOTE", lesson), "Later"));
        var more = new ArrayList<>(some);
        more.add(source("NOTE", lesson, "Loops"));
        putAll(more).isInvalid("sources");
    }

    @Test
    void aThousandActivitiesMayHaveTitles() {
        var some = IntStream.range(0, 1000)
                .mapToObj(i -> activity(learner, lesson + "-" + i, "Lesson " + i))
                .toList();

        service.post("/api/activities", Api.activities(some)).has(200);

        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_source WHERE source_id LIKE ?")
                        .param(lesson + "-%")
                        .query(Integer.class)
                        .single())
                .isEqualTo(1000);
        assertThat(api.learner(learner).get("/api/points/records?limit=100").each("items", "title"))
                .hasSize(100)
                .allMatch(title -> title.startsWith("Lesson "));
    }

    /** The row is locked meanwhile: to write it would take until the lock's timeout. */
    @Test
    @Timeout(30)
    void anUnchangedTitleIsOnlyRead() {
        var titled = Map.of(new SourceKey("LESSON", lesson), "Loops");
        titles.set(titled);

        transactions.executeWithoutResult(status -> {
            jdbc.sql("SELECT title FROM points_source WHERE type = 'LESSON' AND source_id = ? FOR UPDATE")
                    .param(lesson)
                    .query(String.class)
                    .single();
            take(activity(learner, lesson, "Loops"));
        });

        assertThat(shown(learner)).isEqualTo(Map.of(lesson, "Loops"));
    }

    @Test
    void titlesThatInstancesSetAtTheSameTimeAreAllTaken() throws Exception {
        int writers = 4;
        var start = new CyclicBarrier(writers);
        var running = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(writers)) {
            for (int writer = 0; writer < writers; writer++) {
                var name = "Writer " + writer;
                int first = writer * 50; // their sources overlap
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 10; round++) {
                        start.await(1, TimeUnit.MINUTES);
                        titles.set(some(first, name + " round " + round));
                    }
                    return name;
                }));
            }
            for (var each : running) {
                each.get();
            }
        } catch (ExecutionException failed) {
            throw new AssertionError(failed.getCause());
        }

        var all = titles.of(some(0, "").keySet());
        assertThat(all.values()).hasSize(200).allMatch(title -> title.endsWith("round 9"));
    }

    private Map<SourceKey, String> some(int first, String title) {
        return IntStream.range(first, first + 200)
                .boxed()
                .collect(toMap(i -> new SourceKey("REVIEW", lesson + "-" + i), i -> title));
    }

    @Test
    void titlesAreInExportsAndStayWhenALearnerIsDeleted() {
        long other = Learners.next();
        take(activity(learner, lesson, "=Loops"), activity(other, lesson, null));

        assertThat(api.learner(learner)
                        .get("/api/learners/me/export")
                        .has(200)
                        .at("/data/points/0/title")
                        .asString())
                .isEqualTo("=Loops");
        var body = api.admin().download("/api/seasons/2026-11/records.csv").getBody();
        assertThat(new String(body, UTF_8).lines())
                .anyMatch(line -> line.startsWith(learner + ",LESSON," + lesson) && line.endsWith(",'=Loops"))
                .first()
                .asString()
                .endsWith(",bonus_percent,title");
        assertThat(api.admin().actuator("/learners/" + learner).has(200).body().findValuesAsString("title"))
                .contains("=Loops");

        api.admin().delete("/api/learners/" + learner).has(202);

        await().untilAsserted(() -> assertThat(
                        api.learner(learner).get("/api/points/records").status())
                .isEqualTo(410));
        assertThat(shown(other)).isEqualTo(Map.of(lesson, "=Loops"));
    }

    @SafeVarargs
    private void take(Map<String, Object>... activities) {
        service.post("/api/activities", Api.activities(List.of(activities))).has(200);
    }

    private static Map<String, Object> activity(long learner, String sourceId, @Nullable String title) {
        return titled(Api.activity(learner, "LESSON", sourceId, MORNING), title);
    }

    private static Map<String, Object> titled(Map<String, Object> activity, @Nullable String title) {
        var titled = new HashMap<>(activity);
        titled.put("title", title);
        return titled;
    }

    private static Map<String, Object> source(String type, String sourceId, @Nullable String title) {
        var source = new HashMap<String, Object>();
        source.put("type", type);
        source.put("sourceId", sourceId);
        source.put("title", title);
        return source;
    }

    @SafeVarargs
    private Answer put(Map<String, Object>... sources) {
        return putAll(List.of(sources));
    }

    private Answer putAll(List<Map<String, Object>> sources) {
        return service.put("/api/sources", Map.of("sources", sources));
    }

    /** The titles in the learner's history by source id; empty where there is none. */
    private Map<String, String> shown(long learner) {
        return api.learner(learner).pages("/api/points/records?limit=100").stream()
                .collect(toMap(
                        item -> item.path("sourceId").asString(),
                        item -> item.path("title").asString("")));
    }
}
