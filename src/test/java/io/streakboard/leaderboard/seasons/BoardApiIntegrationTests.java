package io.streakboard.leaderboard.seasons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@IntegrationTest
class BoardApiIntegrationTests {

    private final Api api;

    BoardApiIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void theBoardHasOneShapeWhileItIsLiveAndWhenItIsSettled() {
        var month = Months.next();
        long ada = Learners.next();
        long bob = Learners.next();
        long eve = Learners.next();
        reviews(ada, 2, month + "-10T04:00:10Z");
        reviews(bob, 3, month + "-10T04:00:00Z");
        reviews(eve, 2, month + "-10T04:00:05Z");
        var caller = api.as(ada, "Ada");
        await().untilAsserted(() -> {
            assertThat(board(caller, month).each("items", "score")).containsExactly("30", "20", "20");
            assertThat(board(caller, month).at("/items/2/name").asString()).isEqualTo("Ada");
        });

        var live = board(caller, month);
        assertThat(live.each("items", "member"))
                .containsExactly(Long.toString(bob), Long.toString(eve), Long.toString(ada));
        assertThat(live.each("items", "rank")).containsExactly("1", "2", "3");
        assertThat(live.at("/items/1/reachedAt").asString()).isEqualTo(month + "-10T04:00:06Z");
        assertThat(live.at("/board").asString()).isEqualTo("points");
        assertThat(live.at("/edition/season/state").asString()).isEqualTo("ENDED");
        assertThat(live.at("/total").asInt()).isEqualTo(3);
        assertThat(live.at("/me/rank").asInt()).isEqualTo(3);
        assertThat(live.at("/me/score").asInt()).isEqualTo(20);
        var around = caller.get("/api/boards/points/around/me?season=" + month + "&radius=1")
                .has(200);
        var second = caller.get("/api/boards/points/top?season=" + month + "&page=2&size=2")
                .has(200);
        var listed = caller.get("/api/boards/points/members?season=" + month + "&ids=" + eve + "," + bob + ",7")
                .has(200);
        assertThat(around.each("items", "rank")).containsExactly("2", "3");
        assertThat(second.each("items", "rank")).containsExactly("3");
        assertThat(listed.each("items", "rank")).containsExactly("1", "2");

        api.settleAndClear(month);

        await().untilAsserted(() -> assertThat(
                        board(caller, month).at("/edition/season/state").asString())
                .isEqualTo("SETTLED"));
        var settled = board(caller, month);
        for (var property : List.of("rank", "member", "name", "score", "reachedAt")) {
            assertThat(settled.each("items", property)).isEqualTo(live.each("items", property));
        }
        for (var same : List.of("/total", "/me", "/board", "/season/id")) {
            assertThat(settled.at(same)).as(same).isEqualTo(live.at(same));
        }
        assertThat(caller.get("/api/boards/points/around/me?season=" + month + "&radius=1")
                        .each("items", "member"))
                .isEqualTo(around.each("items", "member"));
        assertThat(caller.get("/api/boards/points/top?season=" + month + "&page=2&size=2")
                        .each("items", "member"))
                .isEqualTo(second.each("items", "member"));
        assertThat(caller.get("/api/boards/points/members?season=" + month + "&ids=" + eve + "," + bob + ",7")
                        .each("items", "rank"))
                .isEqualTo(listed.each("items", "rank"));
        var season = caller.seasons().stream()
                .filter(item -> item.path("name").asString().equals(month.toString()))
                .findFirst()
                .orElseThrow();
        assertThat(season.path("learners").asInt()).isEqualTo(3);
        assertThat(season.path("points").asInt()).isEqualTo(70);
    }

    @Test
    void ofEqualPointsInTheSameSecondTheOrderIsTheSameLiveAndSettled() {
        var month = Months.next();
        for (var learner : List.of("10000000000", "99", "101", "9999999999", "98", "100")) {
            reviews(Long.parseLong(learner), 1, month + "-10T04:00:00Z");
        }
        var caller = api.learner(98);
        await().untilAsserted(() ->
                assertThat(board(caller, month).at("/total").asInt()).isEqualTo(6));
        var ranked = board(caller, month).each("items", "member");

        api.settle(month);

        await().untilAsserted(() -> assertThat(
                        board(caller, month).at("/edition/season/state").asString())
                .isEqualTo("SETTLED"));
        assertThat(board(caller, month).each("items", "member")).isEqualTo(ranked);
        assertThat(board(caller, month).at("/degraded").asBoolean()).isFalse();
    }

    @Test
    void whoHasNoPointsIsNotRanked() {
        var caller = api.learner(Learners.next());

        assertThat(board(caller, "current").at("/me").isNull()).isTrue();
        assertThat(caller.get("/api/boards/points/around/me")
                        .has(200)
                        .at("/items")
                        .size())
                .isZero();
        var summary = caller.get("/api/points/summary").has(200);
        assertThat(summary.at("/season/name").asString()).isEqualTo("2026-11");
        assertThat(summary.at("/points").asInt()).isZero();
        assertThat(summary.at("/rank").isNull()).isTrue();
    }

    @Test
    void aDeductionLowersTheBoard() {
        long first = Learners.next();
        long second = Learners.next();
        var caller = api.learner(first);
        reviews(first, 3, "2026-11-18T03:00:00Z");
        reviews(second, 2, "2026-11-18T03:00:00Z");
        await().untilAsserted(() -> assertThat(order(caller, first, second)).containsExactly("" + first, "" + second));

        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", first, "points", -20, "reason", "copied", "requestId", "board-" + first))
                .has(201);

        await().untilAsserted(() -> assertThat(order(caller, first, second)).containsExactly("" + second, "" + first));
        assertThat(caller.get("/api/points/summary").at("/points").asInt()).isEqualTo(10);
    }

    @Test
    void seasonsAreListedNewestFirstAndPaged() {
        var caller = api.learner(Learners.next());

        var all = caller.get("/api/seasons?size=100").has(200);
        var names = all.each("items", "name");
        assertThat(names).contains("2026-11", "2027-01");
        assertThat(all.each("items", "startsAt")).isSortedAccordingTo(java.util.Comparator.reverseOrder());
        assertThat(caller.get("/api/seasons?size=1&page=2").has(200).each("items", "name"))
                .containsExactly(names.get(1));
        assertThat(caller.get("/api/seasons?size=100&page=999")
                        .has(200)
                        .at("/items")
                        .size())
                .isZero();
        var current = names.indexOf("2026-11");
        assertThat(all.at("/items/" + current + "/state").asString()).isEqualTo("OPEN");
        assertThat(all.at("/items/" + current + "/startsAt").asString()).isEqualTo("2026-10-31T16:00:00Z");
        assertThat(all.at("/items/0/state").asString()).isEqualTo("UPCOMING");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/boards/points/top?size=0, size",
        "/api/boards/points/top?size=101, size",
        "/api/boards/points/top?size=1000000000, size",
        "/api/boards/points/top?size=99999999999, size",
        "/api/boards/points/top?page=0, page",
        "/api/boards/points/top?page=-1, page",
        "/api/boards/points/top?page=x, page",
        "/api/boards/points/around/me?radius=-1, radius",
        "/api/boards/points/around/me?radius=1000000000, radius",
        "/api/boards/points/members, ids",
        "/api/boards/points/members?ids=, ids",
        "/api/boards/points/members?ids=x, ids",
        "/api/boards/points/members?ids=0, ids",
        "/api/boards/points/members?ids=9223372036854775808, ids",
        "/api/seasons?size=0, size",
        "/api/seasons?size=1000000000, size",
        "/api/seasons?page=0, page"
    })
    void parametersOutOfBoundsAreInvalid(String route, String field) {
        api.learner(Learners.next()).get(route).isInvalid(field);
    }

    @Test
    void aHundredLearnersMayBeAskedForAndNoMore() {
        var caller = api.learner(Learners.next());

        caller.get("/api/boards/points/members?ids=" + ids(100)).has(200);
        caller.get("/api/boards/points/members?ids=" + ids(101)).isInvalid("ids");
    }

    @Test
    void aPageFarBeyondTheEndIsEmpty() {
        var page = api.learner(Learners.next())
                .get("/api/boards/points/top?page=1000000000&size=100")
                .has(200);

        assertThat(page.at("/items").size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1969-12", "2026-13", "nonsense", "all", "999999", "0", "'%27'"})
    void aSeasonThatDoesNotExistIsNotFound(String season) {
        api.learner(Learners.next())
                .get("/api/boards/points/top?season=" + season)
                .isProblem(404, "season-not-found");
    }

    private static String ids(int count) {
        return String.join(
                ",", IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList());
    }

    private static List<String> order(Api.Caller caller, long... learners) {
        return caller.get("/api/boards/points/members?ids=" + learners[0] + "," + learners[1])
                .has(200)
                .each("items", "member");
    }

    private static Answer board(Api.Caller caller, Object season) {
        return caller.get("/api/boards/points/top?size=100&season=" + season).has(200);
    }

    private void reviews(long learner, int count, String at) {
        var first = java.time.Instant.parse(at);
        api.take(IntStream.range(0, count)
                .mapToObj(i -> Api.activity(learner, "REVIEW", at + i, first.plusSeconds(i)))
                .toList());
    }
}
