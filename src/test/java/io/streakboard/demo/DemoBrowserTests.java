package io.streakboard.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.SharedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Development runs with the demo, without it and with it again, on the same data. It takes long, so it runs with the
 * pages.
 */
class DemoBrowserTests {

    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, Object> databases = SharedServers.freshDatabases();

    private static final List<String> BOARDS = List.of("Points", "Lessons this week", "Quiz of the month");

    @Test
    void theDemoShowsALivingBoardAndItsDataHarmNoLaterStart() throws Exception {
        JsonNode lessons;
        try (var demo = start("2026-11-18T12:00:00+08:00", true)) {
            awaitHistory(demo);
            assertThat(titles(demo)).isEqualTo(BOARDS);
            fiftyLearnersHavePlayedForSixtyDays(demo);
            theLastSeasonIsSettled(demo);
            theFirstLearnerIsInCompany(demo);
            lessons = lessonsOfTheFirst(demo);
            assertThat(lessons.values()).hasSizeGreaterThan(5);
            somebodyDoesSomething(demo);
        }
        try (var without = start("2026-11-18T12:30:00+08:00", false)) {
            assertThat(titles(without))
                    .as("its rules are valid from the next day")
                    .isEqualTo(BOARDS);
            assertThat(lessonsOfTheFirst(without)).isEqualTo(lessons);
            fiftyLearnersHavePlayedForSixtyDays(without);
            theLastSeasonIsSettled(without);
            assertThat(without.log()).noneMatch(line -> line.contains(" ERROR "));
        }
        try (var again = start("2026-11-18T13:00:00+08:00", true)) {
            awaitHistory(again);
            assertThat(lessonsOfTheFirst(again)).isEqualTo(lessons);
            fiftyLearnersHavePlayedForSixtyDays(again);
            somebodyDoesSomething(again);
        }
    }

    private ApplicationProcess start(String clock, boolean demo) {
        var properties = new HashMap<>(databases);
        properties.put("streakboard.demo", demo);
        properties.put("streakboard.embedded.enabled", false);
        properties.put("streakboard.clock.start", clock);
        properties.put("streakboard.zone", "Asia/Shanghai");
        properties.put("spring.docker.compose.enabled", false);
        var program = List.of(
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.streakboard.TestStreakboardApplication");
        return ApplicationProcess.start("demo-" + clock.substring(11, 16).replace(':', '-'), program, properties);
    }

    private static void awaitHistory(ApplicationProcess demo) {
        await().atMost(Duration.ofMinutes(3))
                .until(() -> demo.log().stream().anyMatch(line -> line.contains("The demo is ready")));
        await().until(() -> total(demo, "points") == History.LEARNERS);
        await().until(() -> total(demo, "lessons") > 40 && total(demo, "quiz") > 40);
    }

    /** The first learner has missed a day, and has still to sign in today. */
    private static void fiftyLearnersHavePlayedForSixtyDays(ApplicationProcess demo) throws Exception {
        var top = top(demo, "points");
        assertThat(top.path("items").values())
                .hasSize(History.LEARNERS)
                .allSatisfy(item -> assertThat(item.path("name").isString()).isTrue());
        var year = get(demo, History.FIRST, "/api/sign-ins/years/2026");
        assertThat(year.path("days").values().stream().map(JsonNode::asString))
                .hasSize(59)
                .startsWith("2026-09-19")
                .endsWith("2026-11-17")
                .doesNotContain("2026-11-13");
    }

    /** Nobody goes on for the first learner, so each start has to leave these as they are. */
    private static JsonNode lessonsOfTheFirst(ApplicationProcess demo) throws Exception {
        return get(demo, History.FIRST, "/api/points/records?type=LESSON").path("items");
    }

    private static void theLastSeasonIsSettled(ApplicationProcess demo) throws Exception {
        var last = get(demo, History.FIRST, "/api/boards/points/top?season=previous");
        assertThat(last.at("/edition/season/state").asString()).isEqualTo("SETTLED");
        assertThat(last.path("total").asInt()).isEqualTo(History.LEARNERS);
        long champion = last.at("/items/0/member").asLong();
        await().until(() -> get(demo, champion, "/api/rewards")
                .at("/items/0/title")
                .asString("")
                .equals("Champion"));
    }

    private static void theFirstLearnerIsInCompany(ApplicationProcess demo) throws Exception {
        assertThat(get(demo, History.FIRST, "/api/groups").path("items").values().stream()
                        .map(group -> group.path("name").asString()))
                .containsExactly("Class 7b", "Morning readers", "Study buddies");
        await().until(() ->
                get(demo, History.FIRST, "/api/leagues/current").path("me").isObject());
        assertThat(get(demo, History.FIRST, "/api/leagues/history")
                        .path("items")
                        .values())
                .hasSize(2)
                .allSatisfy(week -> assertThat(week.path("place").isInt()).isTrue());
        await().until(() -> get(demo, History.FIRST, "/api/badges")
                .at("/items/1/levels/0/givenAt")
                .isString());
        assertThat(get(demo, History.FIRST, "/api/rules").path("features").toString())
                .contains("credentials");
    }

    private static void somebodyDoesSomething(ApplicationProcess demo) throws Exception {
        var before = top(demo, "lessons").path("items");
        await().until(() -> !top(demo, "lessons").path("items").equals(before));
    }

    private static List<String> titles(ApplicationProcess demo) throws Exception {
        return get(demo, History.FIRST, "/api/boards").path("items").values().stream()
                .map(board -> board.path("title").asString())
                .toList();
    }

    private static int total(ApplicationProcess demo, String board) throws Exception {
        return top(demo, board).path("total").asInt();
    }

    private static JsonNode top(ApplicationProcess demo, String board) throws Exception {
        return get(demo, History.FIRST, "/api/boards/" + board + "/top?size=100");
    }

    private static JsonNode get(ApplicationProcess demo, long learner, String path)
            throws IOException, InterruptedException {
        var answer = demo.get(path, DevelopmentToken.of(learner));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }
}
