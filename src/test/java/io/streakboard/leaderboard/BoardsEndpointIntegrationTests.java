package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;

/** Views and actions of admins on boards. The members of the board {@code popular} are names. */
@IntegrationTest
class BoardsEndpointIntegrationTests {

    private static final String PERIOD = "2026-11-18T10:00";

    private final String partition = "partition-" + Learners.next();
    private final Api api;
    private final StringRedisTemplate redis;

    BoardsEndpointIntegrationTests(Api api, StringRedisTemplate redis) {
        this.api = api;
        this.redis = redis;
    }

    @Test
    void allBoardsAreListedWithTheSizesOfTheirEditions() {
        score(member(), partition);

        var boards = api.admin().actuator("/boards").has(200);

        assertThat(boards.each("boards", "board")).startsWith("points").contains("lessons", "popular");
        var popular = board(boards, "popular");
        assertThat(popular.path("title").asString()).isEqualTo("Popular now");
        assertThat(popular.path("period").asString()).isEqualTo("half-hour");
        assertThat(popular.at("/definition/members").asString()).isEqualTo("any");
        assertThat(popular.at("/definition/retention").asString()).isEqualTo("PT48H");
        var edition = edition(popular, partition);
        assertThat(edition.path("period").asString()).isEqualTo(PERIOD);
        assertThat(edition.path("members").asInt()).isEqualTo(1);
        assertThat(edition.path("bytes").asLong()).isPositive();
        assertThat(edition.path("version").asInt()).isEqualTo(1);
        assertThat(edition.path("degraded").asBoolean()).isFalse();
        assertThat(board(boards, "points").at("/editions/0/period").asString()).isNotBlank();
    }

    @Test
    void editionsComeByPages() {
        score(member(), "page-1");
        score(member(), "page-2");
        var admin = api.admin();

        var first = board(admin.actuator("/boards?board=popular&limit=1").has(200), "popular");
        var second = board(
                admin.actuator("/boards?board=popular&limit=1&before="
                                + first.path("next").asLong())
                        .has(200),
                "popular");

        assertThat(first.path("editions").size()).isEqualTo(1);
        assertThat(second.at("/editions/0/id").asLong())
                .isLessThan(first.at("/editions/0/id").asLong());
    }

    @Test
    void aComparisonNamesDifferingMembersAndARebuildRepairs() {
        var lost = member();
        score(lost, partition);
        score(member(), partition);
        var edition = edition(board(api.admin().actuator("/boards?limit=100").has(200), "popular"), partition);
        var key = redis.keys("streakboard:board:{board:" + edition.path("id").asLong() + "}:*:live")
                .iterator()
                .next();
        redis.opsForZSet().remove(key, lost);

        var differs = act("verify", Map.of("partition", partition)).has(200);

        assertThat(differs.at("/drift/missing").asInt()).isEqualTo(1);
        assertThat(differs.at("/drift/examples/0/member").asString()).isEqualTo(lost);
        var rebuilt = act("rebuild", Map.of("partition", partition)).has(200);
        assertThat(rebuilt.at("/drift/missing").asInt()).isZero();
        assertThat(rebuilt.at("/degraded").asBoolean()).isFalse();
    }

    @Test
    void aMemberIsHiddenAndShownAgain() {
        var member = member();
        score(member, partition);

        act("hide", Map.of("member", member)).has(200);
        await().until(() -> members().isEmpty());
        act("show", Map.of("member", member)).has(200);
        await().until(() -> members().contains(member));
    }

    @Test
    void aMemberIsRemovedRenamedAndMerged() {
        var first = member();
        var second = member();
        var third = member();
        score(first, partition);
        score(second, partition);

        act("rename", Map.of("member", first, "to", third)).has(200);
        await().until(() -> members().contains(third));
        assertThat(members()).doesNotContain(first);
        act("merge", Map.of("member", second, "to", third)).has(200);
        await().until(() -> !members().contains(second));
        act("remove", Map.of("member", third, "partition", partition)).has(200);
        await().until(() -> members().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rename", "merge"})
    void aLearnerWhoWasDeletedIsGivenNoScores(String action) {
        long gone = Learners.next();
        api.admin().delete("/api/learners/" + gone + "?force=true").has(202);
        var scores = Map.of("action", action, "member", Learners.next(), "to", gone);

        await().untilAsserted(
                        () -> api.admin().actuate("/boards/lessons", scores).isInvalid("to"));
    }

    @Test
    void anEditionThatIsResetBeginsAnew() {
        score(member(), partition);

        var reset = act("reset", Map.of("partition", partition)).has(200);

        assertThat(reset.at("/version").asInt()).isEqualTo(2);
        await().until(() -> members().isEmpty());
    }

    @Test
    void actionsOfAdminsAreRecorded() {
        var member = member();
        score(member, partition);
        var admin = api.as(Learners.next(), null, "admin");

        admin.actuate("/boards/popular", Map.of("action", "hide", "member", member))
                .has(200);

        assertThat(api.admin().actuator("/audit?limit=1000").has(200).body().toString())
                .contains(member);
    }

    @ParameterizedTest
    @CsvSource({
        "explode, , , , , , action",
        "hide, , , , , , member",
        "hide, , , a b, , , member",
        "rename, , , a, , , to",
        "rename, , , a, a, , to",
        "merge, , , a, /, , to",
        "verify, nonsense, , , , , period",
        "verify, , a b, , , , partition",
        "verify, , , , , current, season"
    })
    void invalidFieldsAreNamed(
            String action, String period, String partition, String member, String to, String season, String field) {
        var body = new HashMap<String, Object>();
        body.put("action", action);
        body.put("period", period);
        body.put("partition", partition);
        body.put("member", member);
        body.put("to", to);
        body.put("season", season);
        body.values().removeIf(Objects::isNull);

        api.admin().actuate("/boards/popular", body).isInvalid(field);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        var admin = api.admin();

        admin.actuate("/boards/nonsense", Map.of("action", "verify")).isProblem(404, "not-found");
        admin.actuate("/boards/popular", Map.of("action", "verify", "partition", "nobody"))
                .isProblem(404, "not-found");
        admin.actuator("/boards?board=nonsense").isProblem(404, "not-found");
        admin.actuator("/boards?limit=101").isInvalid("limit");
        admin.actuator("/boards/points?period=current").isInvalid("period");
    }

    private Answer act(String action, Map<String, String> about) {
        var body = new HashMap<String, Object>(about);
        body.put("action", action);
        body.put("period", PERIOD);
        return api.admin().actuate("/boards/popular", body);
    }

    private List<String> members() {
        return api.learner(1)
                .get("/api/boards/popular/top?period=" + PERIOD + "&partition=" + partition)
                .has(200)
                .each("items", "member");
    }

    private void score(String member, String partition) {
        api.score("popular", List.of(Api.scoreOf(member, partition, 5, "m-" + member, "2026-11-18T02:10:00Z")));
    }

    private static String member() {
        return "song-" + Learners.next();
    }

    private static JsonNode board(Answer boards, String name) {
        return boards.list("boards").stream()
                .filter(board -> board.path("board").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode edition(JsonNode board, String partition) {
        return board.path("editions").values().stream()
                .filter(edition -> edition.path("partition").asString("").equals(partition))
                .findFirst()
                .orElseThrow();
    }
}
