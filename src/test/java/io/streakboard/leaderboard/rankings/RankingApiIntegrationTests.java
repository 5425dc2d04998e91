package io.streakboard.leaderboard.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.Token;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.web.Cursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test has periods of its own in the past, kept as long as the tests run. */
@IntegrationTest
class RankingApiIntegrationTests {

    private final String own = "-" + Learners.next();
    private final Api api;

    RankingApiIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void anAdminWhoIsNoLearnerReadsTheTop() {
        post("popular", in("tops", "ella", 5, "2026-11-17T00:10:00Z"));
        post("popular", in("tops", "lemmy", 9, "2026-11-17T00:11:00Z"));
        var ops =
                api.bearing(Token.of("ops@example.org").claim("scope", "admin").signed());
        var tops = "/top/popular?period=2026-11-17T08:00&partition=tops" + own + "&limit=1";

        var first = ops.actuator(tops).has(200);
        assertThat(first.each("items", "member")).containsExactly("lemmy");
        assertThat(first.at("/total").asInt()).isEqualTo(2);
        var cursor = first.at("/next").asString();
        assertThat(ops.actuator(tops + "&cursor=" + cursor).each("items", "member"))
                .containsExactly("ella");

        ops.actuator("/top/nothing").isProblem(404, "not-found");
        ops.actuator("/top/points?limit=101").isInvalid("limit");
        ops.actuator("/top/points?period=2026-11").isInvalid("period");
        ops.actuator("/top").isInvalid("board");
    }

    @ParameterizedTest
    @ValueSource(strings = {"service", "admin"})
    void aServiceOrAnAdminReadsWithAnySubject(String scope) {
        post("popular", in("ops" + scope, "ella", 5, "2026-11-17T03:10:00Z"));
        var ops = api.bearing(Token.of("ops@example.org").claim("scope", scope).signed());
        var query = "period=2026-11-17T11:00&partition=ops" + scope + own;

        for (var read : List.of("top", "around/ella", "around-score?score=5", "members?ids=ella")) {
            var page = get(ops, "/popular/" + read + (read.contains("?") ? "&" : "?") + query);
            assertThat(page.each("items", "member")).as(read).containsExactly("ella");
            assertThat(page.at("/me").isNull()).as(read).isTrue();
        }
        assertThat(get(ops, "/popular/scores/ella?" + query).at("/rank").asInt())
                .isEqualTo(1);
        assertThat(get(ops, "/points/top").at("/me").isNull()).isTrue();
        ops.get("/api/boards/points/around/me").isInvalid("member");
        ops.get("/api/boards/points/scores/me").isInvalid("member");
        api.bearing(Token.of("ops@example.org").signed())
                .get("/api/boards/points/top")
                .isProblem(403, "not-a-learner");
    }

    @Test
    void meStandsForTheCallerWhereMembersAreLearners() {
        var learners = learners(2);
        reached("fastest", learners.get(0), 100, "2026-11-18T01:00:00Z");
        reached("fastest", learners.get(1), 50, "2026-11-18T01:00:00Z");
        post("popular", in("mine", "me", 7, "2026-11-17T03:40:00Z"));
        var caller = api.learner(learners.get(0));

        var score = get(caller, "/fastest/scores/me?period=2026-11-18");
        assertThat(score.at("/member").asString()).isEqualTo("" + learners.get(0));
        assertThat(score.at("/score").asInt()).isEqualTo(100);
        assertThat(get(caller, "/fastest/around/me?period=2026-11-18&radius=0").each("items", "member"))
                .containsExactly("" + learners.get(0));
        assertThat(get(caller, "/popular/scores/me?period=2026-11-17T11:30&partition=mine" + own)
                        .at("/score")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void aDistributionHasEqualStepsFromTheLeastToTheGreatestScore() {
        for (int i = 0; i < 10; i++) {
            post("popular", in("spread", "m" + i, 10L * i + 3, "2026-11-17T04:01:00Z"));
        }
        var query = "period=2026-11-17T12:00&partition=spread" + own;

        var found = get(api.learner(1), "/popular/distribution?steps=5&" + query);

        assertThat(found.each("items", "from")).containsExactly("3", "22", "41", "60", "79");
        assertThat(found.each("items", "to")).containsExactly("21", "40", "59", "78", "93");
        assertThat(found.each("items", "members")).containsExactly("2", "2", "2", "2", "2");
        var fine = get(api.learner(1), "/popular/distribution?" + query).each("items", "members");
        assertThat(fine).hasSize(19);
        assertThat(fine.stream().mapToInt(Integer::parseInt).sum()).isEqualTo(10);
        assertThat(get(api.learner(1), "/fastest/distribution?period=2001-01-01")
                        .at("/items")
                        .size())
                .isZero();
    }

    @Test
    void theRankingsOfABoardAreListed() {
        post("popular", in("editions", "a", 1, "2026-11-17T05:01:00Z"));
        post("popular", in("editions", "b", 1, "2026-11-17T05:31:00Z"));
        post("popular", in("editions", "c", 1, "2026-11-17T05:32:00Z"));

        var listed = get(api.service(), "/popular/editions?partition=editions" + own);

        assertThat(listed.each("periods", "period")).containsExactly("2026-11-17T13:30", "2026-11-17T13:00");
        assertThat(listed.each("periods", "members")).containsExactly("2", "1");
        assertThat(listed.at("/periods/0/startsAt").asString()).isEqualTo("2026-11-17T05:30:00Z");
        assertThat(listed.at("/partitions").valueStream().map(each -> each.asString()))
                .contains("editions" + own);
        assertThat(get(api.service(), "/popular/editions").each("periods", "period"))
                .contains("2026-11-17T13:30", "2026-11-17T13:00");
        var seasons = get(api.service(), "/points/editions");
        assertThat(seasons.at("/periods/0/period").asString()).isEqualTo("2026-11");
        assertThat(seasons.at("/partitions").size()).isZero();
        api.service().get("/api/boards/points/editions?partition=x").isInvalid("partition");
        api.service().get("/api/boards/nonsense/editions").isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/around-me", "/learners?ids=1"})
    void thePointsBoardHasNoRoutesOfItsOwn(String route) {
        api.learner(1).get("/api/boards/points" + route).isProblem(404, "not-found");
    }

    @Test
    void aBoardRanksInEachPartitionAndOverAll() {
        beginAnew("popular", "2026-11-18T08:00");
        post("popular", in("jazz", "ella", 5, "2026-11-18T00:10:00Z"));
        post("popular", in("rock", "lemmy", 9, "2026-11-18T00:11:00Z"));
        post("popular", in("rock", "ella", 3, "2026-11-18T00:12:00Z"));

        var all = top("popular", "period=2026-11-18T08:00");
        assertThat(all.each("items", "member")).containsExactly("lemmy", "ella");
        assertThat(all.each("items", "score")).containsExactly("9", "8");
        assertThat(all.each("items", "reachedAt")).containsExactly("2026-11-18T00:11:00Z", "2026-11-18T00:12:00Z");
        assertThat(all.at("/board").asString()).isEqualTo("popular");
        assertThat(all.at("/title").asString()).isEqualTo("Popular now");
        assertThat(all.at("/edition/period").asString()).isEqualTo("2026-11-18T08:00");
        assertThat(all.at("/edition/startsAt").asString()).isEqualTo("2026-11-18T00:00:00Z");
        assertThat(all.at("/edition/endsAt").asString()).isEqualTo("2026-11-18T00:30:00Z");
        assertThat(all.at("/total").asInt()).isEqualTo(2);
        assertThat(all.at("/me").isNull()).isTrue();
        assertThat(all.at("/next").isNull()).isTrue();
        assertThat(all.at("/degraded").asBoolean()).isFalse();
        var rock = top("popular", "period=2026-11-18T08:00&partition=rock" + own);
        assertThat(rock.each("items", "member")).containsExactly("lemmy", "ella");
        assertThat(rock.each("items", "score")).containsExactly("9", "3");
        assertThat(rock.at("/edition/partition").asString()).isEqualTo("rock" + own);
        assertThat(top("popular", "period=2026-11-18T08:00&partition=jazz" + own)
                        .each("items", "member"))
                .containsExactly("ella");
        assertThat(top("popular", "period=2026-11-18T08:00&partition=folk")
                        .at("/total")
                        .asInt())
                .isZero();
    }

    @Test
    void aSmallerScoreIsBetterOnAnAscendingBoardAndMyPlaceIsShown() {
        var learners = learners(3);
        beginAnew("fastest", "2026-11-17");
        reached("fastest", learners.get(0), 61_000, "2026-11-17T02:00:00Z");
        reached("fastest", learners.get(1), 59_000, "2026-11-17T02:00:01Z");
        reached("fastest", learners.get(2), 59_000, "2026-11-17T02:00:00.500Z");
        reached("fastest", learners.get(0), 65_000, "2026-11-17T03:00:00Z");

        var ada = api.as(learners.get(0), "Ada");
        await().untilAsserted(() -> assertThat(get(ada, "/fastest/top?period=previous")
                        .at("/items/2/name")
                        .asString())
                .isEqualTo("Ada"));
        var page = get(ada, "/fastest/top?period=2026-11-17");
        assertThat(page.each("items", "member"))
                .containsExactly(learners.get(2) + "", learners.get(1) + "", learners.get(0) + "");
        assertThat(page.at("/items/0/reachedAt").asString()).isEqualTo("2026-11-17T02:00:00.500Z");
        assertThat(page.at("/me/rank").asInt()).isEqualTo(3);
        assertThat(page.at("/me/score").asInt()).isEqualTo(61_000);
        assertThat(get(ada, "/fastest/count?period=2026-11-17&min=59000&max=60000")
                        .at("/members")
                        .asInt())
                .isEqualTo(2);
        assertThat(get(ada, "/fastest/percentiles?period=2026-11-17&percent=0.001,50,100")
                        .each("items", "score"))
                .containsExactly("59000", "59000", "61000");
    }

    @Test
    void equalScoresShareStandardRanks() {
        var learners = learners(4);
        var scores = List.of(70, 90, 80, 80);
        beginAnew("quiz", "2026-10");
        for (int i = 0; i < 4; i++) {
            reached("quiz", learners.get(i), scores.get(i), "2026-10-31T1" + i + ":00:00Z");
        }

        var page = top("quiz", "period=2026-10");

        assertThat(page.each("items", "rank")).containsExactly("1", "2", "2", "4");
        assertThat(page.each("items", "member")) // the last to reach 80 comes first
                .containsExactly(
                        learners.get(1) + "", learners.get(3) + "", learners.get(2) + "", learners.get(0) + "");
    }

    @Test
    void denseRanksHaveNoGapsAndTheLatestScoreCounts() {
        var prefix = "d" + Learners.next();
        for (var score : List.of(10, 30, 20, 20)) {
            latest(prefix + "a", score);
        }
        latest(prefix + "b", 20);
        latest(prefix + "c", 19);

        var found = api.learner(1)
                .get("/api/boards/level/members?ids=%1$sa,%1$sb,%1$sc,nobody".formatted(prefix))
                .has(200);

        assertThat(found.each("items", "score")).containsExactly("20", "20", "19");
        var ranks = found.each("items", "rank").stream().map(Long::parseLong).toList();
        assertThat(ranks.get(1)).isEqualTo(ranks.get(0));
        assertThat(ranks.get(2)).isEqualTo(ranks.get(0) + 1);
    }

    @Test
    void readsTheEntriesAroundAMemberAndAroundAScore() {
        for (int i = 1; i <= 9; i++) {
            post("popular", in("around", "m" + i, 10L * i, "2026-11-17T00:01:00Z"));
        }
        var query = "period=2026-11-17T08:00&partition=around" + own;

        var around = api.learner(1).get("/api/boards/popular/around/m4?radius=1&" + query);
        var score = api.learner(1).get("/api/boards/popular/around-score?score=55&radius=2&" + query);

        assertThat(around.has(200).each("items", "member")).containsExactly("m5", "m4", "m3");
        assertThat(around.each("items", "rank")).containsExactly("5", "6", "7");
        assertThat(around.at("/me").isNull()).isTrue();
        assertThat(score.has(200).each("items", "member")).containsExactly("m7", "m6", "m5", "m4");
        assertThat(api.learner(1)
                        .get("/api/boards/popular/around/nobody?" + query)
                        .has(200)
                        .at("/items")
                        .size())
                .isZero();
    }

    @Test
    void aroundAnotherLearnerMyOwnPlaceIsShown() {
        var learners = learners(2);
        beginAnew("fastest", "2026-11-16");
        reached("fastest", learners.get(0), 100, "2026-11-16T02:00:00Z");
        reached("fastest", learners.get(1), 200, "2026-11-16T02:00:00Z");

        var page = api.learner(learners.get(1))
                .get("/api/boards/fastest/around/" + learners.get(0) + "?period=2026-11-16&radius=0")
                .has(200);

        assertThat(page.each("items", "member")).containsExactly(learners.get(0) + "");
        assertThat(page.at("/me/rank").asInt()).isEqualTo(2);
    }

    @Test
    void cursorsLeadThroughABoardWhileItChanges() {
        for (int i = 0; i < 25; i++) {
            post("popular", in("pages", "m" + i, 100 + i, "2026-11-17T01:01:00Z"));
        }
        var path = "/api/boards/popular/top?period=2026-11-17T09:00&partition=pages" + own + "&size=10";
        var page = api.learner(1).get(path).has(200);
        var members = new ArrayList<>(page.each("items", "member"));
        post("popular", in("pages", "m0", 1_000, "2026-11-17T01:02:00Z"));
        while (!page.at("/next").isNull()) {
            page = api.learner(1)
                    .get(path + "&cursor=" + page.at("/next").asString())
                    .has(200);
            members.addAll(page.each("items", "member"));
        }

        assertThat(members).hasSize(25).doesNotHaveDuplicates().endsWith("m0");
        assertThat(api.learner(1).get(path + "&page=3").has(200).each("items", "rank"))
                .containsExactly("21", "22", "23", "24", "25");
        var other = page.at("/edition/period");
        assertThat(other.asString()).isEqualTo("2026-11-17T09:00");
    }

    /** Below the thousand that a snapshot keeps, a cursor contains the last member. */
    @Test
    void aCursorDoesNotGoOnInAnotherPeriod() {
        var first = "2026-11-17T05:01:00Z";
        var scores = IntStream.range(0, 1_000)
                .mapToObj(i -> in("deep", "m" + i, 10, first))
                .toList();
        api.score("popular", scores);
        post("popular", in("deep", "last", 1, first));
        post("popular", in("deep", "other", 1, "2026-11-17T06:01:00Z"));
        var path = "/api/boards/popular/top?period=2026-11-17T%d:00&partition=deep" + own + "&size=100&cursor=%s";
        var next = "";
        for (int i = 0; i < 10; i++) {
            next = api.learner(1)
                    .get(path.formatted(13, next))
                    .has(200)
                    .at("/next")
                    .asString();
        }

        assertThat(api.learner(1).get(path.formatted(13, next)).has(200).each("items", "member"))
                .containsExactly("last");
        api.learner(1).get(path.formatted(14, next)).isProblem(410, "cursor-expired");
    }

    @Test
    void aCursorThatIsNoneIsInvalidAndAnOldOneHasExpired() {
        post("popular", in("old", "m", 1, "2026-11-17T02:01:00Z"));
        var path = "/api/boards/popular/top?period=2026-11-17T10:00&partition=old" + own + "&cursor=";

        api.learner(1).get(path + "nonsense").isInvalid("cursor");
        api.learner(1).get(path + Cursor.of("w 1.1.1 10 30")).isProblem(410, "cursor-expired");
    }

    @Test
    void aCursorOfTheTimeWhenARankingStillChangedHasExpired() {
        post("popular", in("changes", "m", 1, "2026-11-17T02:01:00Z"));
        var path = "/api/boards/popular/top?period=2026-11-17T10:00&partition=";
        var ended = path + "nobody&cursor=";
        var changes = path + "changes" + own + "&cursor=";

        api.learner(1).get(ended + Cursor.of("w 1.1.1 10 30")).isProblem(410, "cursor-expired");
        api.learner(1).get(ended + Cursor.of("b 128282223 r57")).isProblem(410, "cursor-expired");
        api.learner(1).get(ended + Cursor.of("nonsense")).isInvalid("cursor");
        api.learner(1).get(changes + Cursor.of(20)).isProblem(410, "cursor-expired");
    }

    @Test
    void belowKeepAMemberHasAScoreAndNoRank() {
        var learners = learners(5);
        for (int i = 0; i < 5; i++) {
            post("hourly", sent(learners.get(i) + "", "delta", 100 - i, Instant.parse("2026-11-18T03:30:00Z")));
        }
        var last = "/api/boards/hourly/scores/" + learners.get(4) + "?period=2026-11-18T11";

        var score = api.learner(1).get(last).has(200);

        assertThat(top("hourly", "period=2026-11-18T11").at("/total").asInt()).isEqualTo(3);
        assertThat(score.at("/score").asLong()).isEqualTo(96);
        assertThat(score.at("/rank").isNull()).isTrue();
        assertThat(score.at("/reachedAt").asString()).isEqualTo("2026-11-18T03:30:00Z");
    }

    @Test
    void anEditionWithoutScoresIsEmpty() {
        var learner = api.learner(Learners.next());

        assertThat(get(learner, "/fastest/top?period=2001-01-01").at("/total").asInt())
                .isZero();
        assertThat(get(learner, "/fastest/members?period=2001-01-01&ids=42")
                        .at("/items")
                        .size())
                .isZero();
        assertThat(get(learner, "/fastest/around-score?period=2001-01-01&score=5")
                        .at("/items")
                        .size())
                .isZero();
        assertThat(get(learner, "/fastest/count?period=2001-01-01")
                        .at("/members")
                        .asInt())
                .isZero();
        assertThat(get(learner, "/fastest/percentiles?period=2001-01-01&percent=10")
                        .at("/items/0/score")
                        .isNull())
                .isTrue();
        var score = get(learner, "/fastest/scores/42?period=2001-01-01");
        assertThat(score.at("/score").asInt()).isZero();
        assertThat(score.at("/rank").isNull()).isTrue();
    }

    @Test
    void boardsAreListedWithTheirPeriods() {
        var list = api.service().get("/api/boards").has(200);

        assertThat(list.each("items", "board"))
                .containsExactly(
                        "points", "lessons", "popular", "fastest", "quiz", "level", "gifts", "hourly", "active",
                        "contest", "cup", "exam");
        assertThat(list.each("items", "period"))
                .containsExactly(
                        "season",
                        "week",
                        "half-hour",
                        "day",
                        "month",
                        "none",
                        "season",
                        "hour",
                        "sliding",
                        "none",
                        "day",
                        "day");
        assertThat(list.at("/items/0/current").asString()).isEqualTo("2026-11");
        assertThat(list.at("/items/0/resetsAt").asString()).isEqualTo("2026-11-30T16:00:00Z");
        assertThat(list.at("/items/1/title").asString()).isEqualTo("Lessons this week");
        assertThat(list.at("/items/1/current").asString()).isEqualTo("2026-W47");
        assertThat(list.at("/items/1/resetsAt").asString()).isEqualTo("2026-11-22T16:00:00Z");
        assertThat(list.at("/items/2/partitioned").asBoolean()).isTrue();
        assertThat(list.at("/items/3/order").asString()).isEqualTo("ascending");
        assertThat(list.at("/items/4/ranks").asString()).isEqualTo("standard");
        assertThat(list.at("/items/5/current").asString()).isEqualTo("all");
        assertThat(list.at("/items/5/resetsAt").isNull()).isTrue();
        assertThat(list.at("/items/8/current").asString()).isEqualTo("2026-11-18");
        assertThat(list.at("/items/8/resetsAt").asString()).isEqualTo("2026-11-18T16:00:00Z");
        assertThat(list.at("/items/8/endsAt").isNull()).isTrue();
        assertThat(list.at("/items/9/resetsAt").isNull()).isTrue();
        assertThat(list.at("/items/9/startsAt").asString()).isEqualTo("2026-11-10T00:00:00Z");
        assertThat(list.at("/items/9/endsAt").asString()).isEqualTo("2026-11-18T03:00:00Z");
        assertThat(list.at("/items/9/prizes")).isEmpty();
        assertThat(list.at("/items/10/prizes/0/points").asInt()).isEqualTo(7);
        assertThat(list.at("/items/10/prizes/0/title").asString()).isEqualTo("Cup winner");
    }

    @Test
    void aSlidingBoardRanksTheLastDays() {
        post("active", in("slide", "ada", 5, "2026-11-15T04:00:00Z"));
        post("active", in("slide", "ada", 30, "2026-11-16T04:00:00Z"));
        post("active", in("slide", "bob", 20, "2026-11-17T04:00:00Z"));
        post("active", in("slide", "ada", 10, "2026-11-18T00:00:00Z"));
        post("active", in("slide", "eve", 20, "2026-11-18T00:00:01Z"));

        var today = top("active", "partition=slide" + own);
        assertThat(today.at("/edition/period").asString()).isEqualTo("2026-11-18");
        assertThat(today.at("/edition/startsAt").asString()).isEqualTo("2026-11-15T16:00:00Z");
        assertThat(today.at("/edition/endsAt").asString()).isEqualTo("2026-11-18T16:00:00Z");
        assertThat(today.at("/degraded").asBoolean()).isFalse();
        assertThat(today.each("items", "member")).containsExactly("ada", "bob", "eve");
        assertThat(today.each("items", "score")).containsExactly("40", "20", "20");
        var yesterday = top("active", "partition=slide" + own + "&period=previous");
        assertThat(yesterday.at("/edition/period").asString()).isEqualTo("2026-11-17");
        assertThat(yesterday.each("items", "score")).containsExactly("35", "20");
        assertThat(top("active", "partition=slide" + own + "&period=2026-11-16").each("items", "score"))
                .containsExactly("35");

        var caller = api.learner(1);
        assertThat(get(caller, "/active/around/bob?partition=slide" + own + "&radius=1")
                        .each("items", "member"))
                .containsExactly("ada", "bob", "eve");
        assertThat(get(caller, "/active/around-score?partition=slide" + own + "&score=25&radius=1")
                        .each("items", "member"))
                .containsExactly("ada", "bob");
        assertThat(get(caller, "/active/members?partition=slide" + own + "&ids=eve,nobody")
                        .each("items", "rank"))
                .containsExactly("3");
        assertThat(get(caller, "/active/percentiles?partition=slide" + own + "&percent=1,100")
                        .each("items", "score"))
                .containsExactly("40", "20");
        assertThat(get(caller, "/active/count?partition=slide" + own + "&min=20&max=30")
                        .at("/members")
                        .asInt())
                .isEqualTo(2);
        var ada = get(caller, "/active/scores/ada?partition=slide" + own + "&period=previous");
        assertThat(ada.at("/score").asInt()).isEqualTo(35);
        assertThat(ada.at("/reachedAt").asString()).isEqualTo("2026-11-16T04:00:00Z");
        caller.get("/api/boards/active/top?period=2026-W47").isInvalid("period");
    }

    @Test
    void aScoreOfASlidingBoardIsAnsweredWithTodaysWindow() {
        var late = in("answers", "ada", 30, "2026-11-16T04:00:00Z");
        var older = in("answers", "ada", 7, "2026-11-15T04:00:00Z");
        var first = api.service().post("/api/boards/active/scores", Map.of("scores", List.of(late, older)));
        var again = api.service().post("/api/boards/active/scores", Map.of("scores", List.of(late)));
        var gone = api.service()
                .post(
                        "/api/boards/active/scores",
                        Map.of("scores", List.of(in("answers", "ada", 1, "2026-11-13T15:59:59Z"))));

        assertThat(first.has(200).each("results", "outcome")).containsExactly("APPLIED", "APPLIED");
        assertThat(first.each("results", "period")).containsExactly("2026-11-18", "2026-11-17");
        assertThat(first.each("results", "score")).containsExactly("30", "37");
        assertThat(first.each("results", "rank")).containsExactly("1", "1");
        assertThat(again.has(200).each("results", "outcome")).containsExactly("DUPLICATE");
        assertThat(again.each("results", "period")).containsExactly("2026-11-18");
        assertThat(again.each("results", "score")).containsExactly("30");
        assertThat(gone.has(200).each("results", "outcome")).containsExactly("LATE");
    }

    @Test
    void currentAndPreviousArePeriodsEverywhere() {
        var learner = api.learner(Learners.next());

        assertThat(period(learner, "fastest", "current")).isEqualTo("2026-11-18");
        assertThat(period(learner, "fastest", "previous")).isEqualTo("2026-11-17");
        assertThat(period(learner, "lessons", "previous")).isEqualTo("2026-W46");
        assertThat(period(learner, "quiz", "previous")).isEqualTo("2026-10");
        assertThat(period(learner, "gifts", "current")).isEqualTo("2026-11");
        assertThat(period(learner, "level", "current")).isEqualTo("all");
        assertThat(learner.get("/api/boards/level/top?period=previous")
                        .isInvalid("period")
                        .at("/detail")
                        .asString())
                .isEqualTo("period: must be 'current' or a period of the board, such as all");
    }

    @Test
    void thePointsBoardAnswersInTheSameShape() {
        long learner = Learners.next();
        api.take(List.of(Api.activity(learner, "LESSON", "ranking", "2026-11-18T02:00:00Z")));
        var caller = api.learner(learner);
        // A score is known from MySQL while Redis lacks it, a rank is not.
        await().until(() ->
                !get(caller, "/points/scores/" + learner).at("/rank").isNull());

        var around = get(caller, "/points/around/" + learner + "?season=2026-11&radius=0");

        assertThat(around.each("items", "member")).containsExactly(learner + "");
        assertThat(around.at("/board").asString()).isEqualTo("points");
        assertThat(around.at("/edition/period").asString()).isEqualTo("2026-11");
        assertThat(around.at("/edition/season/name").asString()).isEqualTo("2026-11");
        assertThat(around.at("/edition/season/state").asString()).isEqualTo("OPEN");
        assertThat(around.at("/edition/endsAt").asString()).isEqualTo("2026-11-30T16:00:00Z");
        assertThat(around.at("/me/score").asInt()).isEqualTo(10);
        assertThat(get(caller, "/points/top?size=1").at("/items").size()).isEqualTo(1);
        assertThat(get(caller, "/points/members?ids=" + learner).each("items", "score"))
                .containsExactly("10");
        assertThat(get(caller, "/points/around-score?score=10&radius=1")
                        .at("/items")
                        .size())
                .isPositive();
        assertThat(get(caller, "/points/count?min=1").at("/members").asInt()).isPositive();
        assertThat(get(caller, "/points/percentiles?percent=100")
                        .at("/items/0/rank")
                        .asInt())
                .isPositive();
    }

    @Test
    void aSettledSeasonIsReadInTheSameShapeAndByCursors() {
        var month = Months.next();
        var learners = learners(3);
        api.take(IntStream.range(0, 6)
                .mapToObj(i -> Api.activity(
                        learners.get(i < 3 ? 0 : i < 5 ? 1 : 2), "REVIEW", "r" + i, month + "-10T04:00:0" + i + "Z"))
                .toList());
        var caller = api.learner(learners.get(1));
        await().untilAsserted(() -> assertThat(
                        get(caller, "/points/top?season=" + month).each("items", "score"))
                .containsExactly("30", "20", "10"));
        var live = get(caller, "/points/top?season=" + month);
        await().untilAsserted(() -> assertThat(api.admin()
                        .actuate("/seasons/" + month, Map.of("action", "settle"))
                        .has(200)
                        .at("/season/state")
                        .asString())
                .isEqualTo("SETTLED"));

        await().untilAsserted(() -> assertThat(get(caller, "/points/top?season=" + month)
                        .at("/edition/season/state")
                        .asString())
                .isEqualTo("SETTLED"));
        var first = get(caller, "/points/top?season=" + month + "&size=2");
        var second = get(
                caller,
                "/points/top?season=" + month + "&size=2&cursor="
                        + first.at("/next").asString());

        for (var property : List.of("rank", "member", "score", "reachedAt")) {
            assertThat(get(caller, "/points/top?season=" + month).each("items", property))
                    .isEqualTo(live.each("items", property));
        }
        for (var same : List.of("/total", "/me", "/edition/period", "/edition/season/id", "/title")) {
            assertThat(get(caller, "/points/top?season=" + month).at(same))
                    .as(same)
                    .isEqualTo(live.at(same));
        }
        assertThat(first.each("items", "rank")).containsExactly("1", "2");
        assertThat(second.each("items", "rank")).containsExactly("3");
        assertThat(second.at("/next").isNull()).isTrue();
        assertThat(second.at("/me/rank").asInt()).isEqualTo(2);
        assertThat(get(caller, "/points/around-score?season=" + month + "&score=20&radius=1")
                        .at("/items")
                        .size())
                .isPositive();
        assertThat(get(caller, "/points/count?season=" + month + "&min=20")
                        .at("/members")
                        .asInt())
                .isEqualTo(2);
        assertThat(get(caller, "/points/percentiles?season=" + month + "&percent=100")
                        .at("/items/0/score")
                        .asInt())
                .isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "/fastest/top?size=0, size",
        "/fastest/top?size=101, size",
        "/fastest/top?page=0, page",
        "/fastest/top?page=1000000001, page",
        "/fastest/top?page=x, page",
        "/fastest/top?period=2026-11, period",
        "/fastest/top?period=current&period=current, period",
        "/fastest/top?period=nonsense, period",
        "/fastest/top?period=2026-11-31, period",
        "/popular/top?period=2026-11-18T10:15, period",
        "/fastest/top?partition=music, partition",
        "/popular/top?partition=a/b, partition",
        "/fastest/top?season=current, season",
        "/points/top?period=current, period",
        "/points/top?partition=x, partition",
        "/fastest/top?version=0, version",
        "/fastest/top?version=x, version",
        "/fastest/around/ada, member",
        "/fastest/around/42?radius=51, radius",
        "/fastest/around-score, score",
        "/fastest/around-score?score=, score",
        "/fastest/around-score?score=-1, score",
        "/fastest/around-score?score=NaN, score",
        "/fastest/around-score?score=1e400, score",
        "/fastest/members, ids",
        "/fastest/members?ids=, ids",
        "/fastest/members?ids=42&ids=ada, ids",
        "/fastest/scores/0, member",
        "/level/members?ids=., ids",
        "/level/members?ids=.., ids",
        "/fastest/percentiles, percent",
        "/fastest/percentiles?percent=x, percent",
        "/fastest/percentiles?percent=0, percent",
        "/fastest/percentiles?percent=50.0001, percent",
        "/fastest/percentiles?percent=101, percent",
        "/fastest/distribution?steps=0, steps",
        "/fastest/distribution?steps=101, steps",
        "/fastest/editions?partition=music, partition",
        "/fastest/count?min=-1, min",
        "/fastest/count?min=5&max=4, max"
    })
    void parametersOutOfBoundsAreInvalid(String route, String field) {
        api.learner(1).get("/api/boards" + route).isInvalid(field);
    }

    @Test
    void aHeaderNamesNoPeriodOrVersion() {
        api.learner(1)
                .get("/api/boards/fastest/top?size=1", "Period", "nonsense", "Version", "x")
                .has(200);
    }

    @Test
    void aHundredMembersMayBeAskedForAndNoMore() {
        get(api.learner(1), "/level/members?ids=" + ids(100));
        api.learner(1).get("/api/boards/level/members?ids=" + ids(101)).isInvalid("ids");
    }

    @ParameterizedTest
    @ValueSource(strings = {"top", "around/42", "around-score?score=1", "members?ids=42", "scores/42", "count"})
    void anUnknownBoardIsNotFound(String read) {
        api.learner(1).get("/api/boards/nonsense/" + read).isProblem(404, "not-found");
    }

    @Test
    void aSeasonOrVersionThatIsNotThereIsNotFoundOrEmpty() {
        api.learner(1).get("/api/boards/points/top?season=1969-12").isProblem(404, "season-not-found");
        api.learner(1).get("/api/boards/gifts/top?period=nonsense").isInvalid("period");
        api.learner(1).get("/api/boards/fastest/top?version=99").isProblem(404, "not-found");
    }

    private static String ids(int count) {
        return String.join(",", IntStream.range(0, count).mapToObj(i -> "m" + i).toList());
    }

    private static List<Long> learners(int count) {
        return IntStream.range(0, count).mapToObj(i -> Learners.next()).toList();
    }

    /** Without the scores of an earlier run of the test. */
    private void beginAnew(String board, String period) {
        api.admin().actuate("/boards/" + board, Map.of("action", "reset", "period", period));
        await().until(() -> top(board, "period=" + period).at("/total").asInt() == 0);
    }

    /** In a partition of this test. */
    private Map<String, Object> in(String partition, String member, long delta, String at) {
        return Api.scoreOf(member, partition + own, delta, partition + own + at, at);
    }

    private static Map<String, Object> sent(String member, String field, long value, Instant at) {
        return Map.of("member", member, field, value, "messageId", "m" + Learners.next(), "occurredAt", at.toString());
    }

    private void reached(String board, long learner, long score, String at) {
        post(board, sent(Long.toString(learner), "score", score, Instant.parse(at)));
    }

    private void latest(String member, long score) {
        post("level", Map.of("member", member, "score", score, "messageId", "m" + Learners.next()));
    }

    private void post(String board, Map<String, Object> score) {
        var answer = api.score(board, List.of(score));
        assertThat(answer.each("results", "outcome")).as("%s", answer.body()).containsExactly("APPLIED");
    }

    private Answer top(String board, String query) {
        return get(api.learner(Learners.next()), "/" + board + "/top?" + query);
    }

    private static Answer get(Api.Caller caller, String path) {
        return caller.get("/api/boards" + path).has(200);
    }

    private static String period(Api.Caller caller, String board, String period) {
        return get(caller, "/" + board + "/top?period=" + period)
                .at("/edition/period")
                .asString();
    }
}
