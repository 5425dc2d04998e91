package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.Score;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.support.Api;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** The points board in buckets, until it is settled. The application is one of its own, as it is configured so. */
@TestPropertySource(properties = {"streakboard.points.board.buckets=15,35", "streakboard.points.all-time=true"})
@DirtiesContext
class DividedBoardIntegrationTests extends SettlementByHand {

    @Autowired
    private Pages pages;

    @Test
    void isReadAsOneBoard() {
        var season = played(5);
        var best = learners(season).reversed().stream().map(String::valueOf).toList();
        var fourth = api.learner(Long.parseLong(best.get(3)));

        assertThat(keys(season)).contains(live(season), live(season) + ":1", live(season) + ":2");
        var page = fourth.get("/api/boards/points/top?season=" + season.name()).has(200);
        assertThat(page.each("items", "member")).isEqualTo(best);
        assertThat(page.each("items", "trend")).hasSize(5);
        assertThat(page.at("/me/rank").asInt()).isEqualTo(4);
        assertThat(page.at("/degraded").asBoolean()).isFalse();
        assertThat(fourth.get("/api/boards/points/top?season=" + season.name() + "&page=2&size=2")
                        .each("items", "rank"))
                .containsExactly("3", "4");
        assertThat(fourth.get("/api/boards/points/around/me?season=" + season.name() + "&radius=1")
                        .each("items", "rank"))
                .containsExactly("3", "4", "5");
        assertThat(fourth.get("/api/boards/points/members?season=" + season.name() + "&ids=" + best.get(4) + ","
                                + best.get(0))
                        .each("items", "rank"))
                .containsExactly("1", "5");
        var first = fourth.get("/api/boards/points/top?season=" + season.name() + "&size=3")
                .has(200);
        var next = fourth.get("/api/boards/points/top?season=" + season.name() + "&size=3&cursor="
                        + first.at("/next").asString())
                .has(200);
        assertThat(first.each("items", "rank")).containsExactly("1", "2", "3");
        assertThat(next.each("items", "rank")).containsExactly("4", "5");
        assertThat(fourth.get("/api/boards/points/count?season=" + season.name() + "&min=20&max=40")
                        .at("/members")
                        .asInt())
                .isEqualTo(3);
        assertThat(fourth.get("/api/boards/points/percentiles?season=" + season.name() + "&percent=40")
                        .at("/items/0/score")
                        .asInt())
                .isEqualTo(40);
    }

    @Test
    void adminsSeeHowLargeEachBucketIs() {
        var season = played(5);

        var board = api.admin().actuator("/boards?board=points").has(200);
        assertThat(board.at("/boards/0/editions")
                        .valueStream()
                        .filter(edition -> edition.path("period").asString().equals(season.name()))
                        .map(edition -> edition.path("buckets").toString()))
                .containsExactly("[1,2,2]");
        assertThat(api.admin().prometheus()).containsPattern("streakboard_board_bucket_largest\\S* [1-9]");
    }

    @Test
    void theSummaryCountsOverAllBuckets() {
        long ahead = Learners.next();
        long learner = Learners.next();
        var now = seasons.current().startsAt().plusSeconds(3600);
        api.take(List.of(
                Api.activity(ahead, "REVIEW", "r1", now),
                Api.activity(ahead, "REVIEW", "r2", now),
                Api.activity(learner, "REVIEW", "r1", now)));

        await().untilAsserted(() -> {
            var summary = api.learner(learner).get("/api/points/summary").has(200);
            assertThat(summary.at("/rank").asInt()).isEqualTo(2);
            assertThat(summary.at("/toNextRank").asInt()).isEqualTo(11);
        });
    }

    @Test
    void isRehearsedRebuiltSettledAndRemoved() {
        var season = played(5);
        var expected = learners(season).reversed();

        var report = rehearsed(season);
        assertThat(report.path("holds").asBoolean()).isTrue();
        assertThat(report.at("/table/learners").asInt()).isEqualTo(5);
        assertThat(keys(season)).noneMatch(key -> key.contains("rehearsal"));
        api.admin()
                .actuate("/boards/points", Map.of("action", "rebuild", "season", season.name()))
                .has(200);
        assertThat(repair.drift(boards.source(season)).none()).isTrue();

        settleAndClear(season);

        assertThat(ranked(season)).isEqualTo(expected);
        assertThat(pages.progress(season.id())).isEqualTo(new Pages.CopyProgress(1, 1, new TotalsSum(5, 150)));
        assertThat(keys(season)).allMatch(key -> key.endsWith(":sealed")).hasSize(1);
        boards.live(season).update(List.of(Score.ofLearner(expected.getFirst(), 60, season.startsAt(), 0)));
        assertThat(keys(season)).hasSize(1);
    }

    private JsonNode rehearsed(Season season) {
        await().until( // the run before may be about to unlock
                        () -> api.admin()
                                .actuate("/seasons/" + season.name(), Map.of("action", "rehearse"))
                                .status(),
                        status -> status == 200);
        return await().until(
                        () -> api.admin()
                                .actuator("/seasons/" + season.name())
                                .has(200)
                                .at("/rehearsal"),
                        rehearsal -> rehearsal.path("state").asString().equals("DONE"))
                .path("report");
    }

    @Test
    void aDeletedLearnerIsInNoSet() {
        var season = played(5);
        long best = learners(season).getLast();

        api.admin().delete("/api/learners/" + best);

        await().until(() -> boards.of(season).of(Long.toString(best)) == null
                && boards.live(season).members() == 4);
    }

    private static String live(Season season) {
        return "streakboard:board:{season:%d}:v3-15-35:live".formatted(season.id());
    }

    private Set<String> keys(Season season) {
        return new TreeSet<>(redis.keys("streakboard:board:{season:" + season.id() + "}:*"));
    }
}
