package io.streakboard.groups;

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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups on exam and on the points board. The day and the month are of this class. */
@IntegrationTest
class GroupRankingIntegrationTests {

    private static final String EXAM = "/boards/exam?period=2026-11-05";
    private static final String NAME = "Philippa";

    /** By score: 97, 96, 94, 92, 91. */
    private final List<Long> members =
            LongStream.range(0, 5).mapToObj(i -> Learners.next()).toList();

    private final long outsider = Learners.next();
    private final Api api;

    GroupRankingIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void membersAreRankedInTheGroupWithTheirRankOverAllBeside() {
        play();
        var path = group(members);

        var ranking = api.learner(members.get(3)).get(path + EXAM).has(200);

        assertThat(ranking.each("items", "member")).containsExactly(text(0), text(1), text(2), text(3), text(4));
        assertThat(ranking.each("items", "rank")).containsExactly("1", "2", "3", "4", "5");
        assertThat(ranking.each("items", "score")).containsExactly("97", "96", "94", "92", "91");
        assertThat(ranking.each("items", "band")).containsOnly("");
        assertThat(ranking.at("/me/rank").asInt()).isEqualTo(4);
        assertThat(ranking.at("/me/score").asInt()).isEqualTo(92);
        var overall = api.learner(members.get(3))
                .get("/api/boards/exam/members?period=2026-11-05&ids="
                        + String.join(",", members.stream().map(String::valueOf).toList()))
                .has(200);
        assertThat(ranking.each("items", "overall")).isEqualTo(overall.each("items", "rank"));
        assertThat(ranking.at("/total")).isEqualTo(overall.at("/total"));
        assertThat(ranking.at("/me/overall")).isEqualTo(overall.at("/me/rank"));
        assertThat(ranking.at("/edition")).isEqualTo(overall.at("/edition"));
    }

    /** Redis is asked for a hundred at a time. */
    @Test
    void aLargeGroupIsRankedAsOne() {
        var many = LongStream.range(0, 230).mapToObj(i -> Learners.next()).toList();
        api.score(
                "exam",
                IntStream.range(0, many.size())
                        .mapToObj(i -> scoreOf(many.get(i), 1 + i * 37 % 230))
                        .toList());
        var path = group(many);

        var ranking = api.learner(many.getFirst()).get(path + EXAM).has(200);

        assertThat(ranking.each("items", "rank"))
                .isEqualTo(IntStream.rangeClosed(1, 230)
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(ranking.each("items", "score"))
                .isEqualTo(IntStream.rangeClosed(1, 230)
                        .mapToObj(i -> Integer.toString(231 - i))
                        .toList());
    }

    @Test
    void membersWithoutAScoreAreNotRanked() {
        score(members.getFirst(), 50);
        var path = group(members);

        var ranking = api.learner(members.getLast()).get(path + EXAM).has(200);

        assertThat(ranking.each("items", "member")).containsExactly(text(0));
        assertThat(ranking.at("/me").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hidden", "number"})
    void aMemberWhoIsNotShownIsLeftOutForOthersAndStillHasTheOwnRank(String choice) {
        play();
        long hidden = Learners.next();
        score(hidden, 93);
        api.service()
                .put("/api/learners", Map.of("learners", List.of(Map.of("id", hidden, "name", NAME))))
                .has(200);
        var path = group(Stream.concat(members.stream(), Stream.of(hidden)).toList());
        api.learner(hidden).put("/api/me/privacy", Map.of("board", choice)).has(200);

        for (var caller : List.of(api.learner(members.getFirst()), api.service(), api.admin())) {
            var ranking = caller.get(path + EXAM).has(200);
            assertThat(ranking.each("items", "rank")).containsExactly("1", "2", "3", "4", "5");
            assertThat(ranking.body().toString())
                    .doesNotContain(Long.toString(hidden))
                    .doesNotContain(NAME)
                    .doesNotContain("~");
        }
        var own = api.learner(hidden).get(path + EXAM).has(200);
        assertThat(own.each("items", "member")).contains(Long.toString(hidden));
        assertThat(own.at("/me/rank").asInt()).isEqualTo(4);
        assertThat(own.each("items", "rank")).containsExactly("1", "2", "3", "4", "5", "6");
        var named = api.service().get(path + EXAM + "&learner=" + hidden).has(200);
        assertThat(named.at("/me")).isEqualTo(own.at("/me"));
    }

    @Test
    void fewerThanFiveShownMembersHaveBands() {
        play();
        var path = group(members);
        api.learner(members.getFirst())
                .put("/api/me/privacy", Map.of("board", "hidden"))
                .has(200);

        var ranking = api.learner(members.getLast()).get(path + EXAM).has(200);

        assertThat(ranking.each("items", "member")).containsExactlyInAnyOrder(text(1), text(2), text(3), text(4));
        assertThat(ranking.list("items")).allSatisfy(item -> {
            assertThat(item.path("band").asInt()).isBetween(1, 100);
            assertThat(List.of("rank", "overall", "score", "reachedAt"))
                    .allMatch(field -> item.path(field).isNull());
        });
        assertThat(ranking.at("/me/rank").isNull()).isTrue();
        assertThat(ranking.at("/me/score").asInt()).isEqualTo(91);
        var hidden = api.learner(members.getFirst()).get(path + EXAM).has(200);
        assertThat(hidden.at("/me/overall").asInt()).isPositive();
        assertThat(hidden.each("items", "rank")).containsOnly("");
    }

    @Test
    void isForMembersServicesAndAdmins() {
        play();
        var path = group(members);

        api.learner(outsider).get(path + EXAM).isProblem(404, "not-found");
        api.service().get(path + EXAM + "&learner=" + outsider).isProblem(404, "not-found");
        assertThat(api.service().get(path + EXAM).has(200).at("/me").isNull()).isTrue();
        api.admin().get(path + EXAM).has(200);
        api.service().get("/api/groups/9223372036854775807" + EXAM).isProblem(404, "not-found");
    }

    @Test
    void refusesBoardsThatHaveNoSuchRanking() {
        var path = group(members);
        var member = api.learner(members.getFirst());

        member.get(path + "/boards/unknown").isProblem(404, "not-found");
        member.get(path + "/boards/popular").isInvalid("board");
        member.get(path + "/boards/exam?season=current").isInvalid("season");
        member.get(path + "/boards/points?season=nonsense").isProblem(404, "season-not-found");
    }

    /** Live, and then by primary key from the settled table. */
    @Test
    void thePointsBoardOfASeasonAnswersAlikeLiveAndSettled() {
        var month = Months.next();
        var activities = LongStream.range(0, 5)
                .mapToObj(i -> Api.activity(members.get((int) i), "REVIEW", "a", month + "-10T04:00:0" + i + "Z"))
                .toList();
        api.take(activities);
        var path = group(members) + "/boards/points?season=" + month;
        var member = api.learner(members.get(1));
        await().until(() -> member.get(path).has(200).at("/items").size() == 5);
        var live = member.get(path).has(200);
        assertThat(live.each("items", "rank")).containsExactly("1", "2", "3", "4", "5");
        assertThat(live.at("/me/rank").asInt()).isEqualTo(2);

        api.settleAndClear(month);

        var settled = member.get(path).has(200);
        assertThat(settled.at("/items")).isEqualTo(live.at("/items"));
        assertThat(settled.at("/me")).isEqualTo(live.at("/me"));
        assertThat(settled.at("/edition/season/state").asString()).isEqualTo("SETTLED");
    }

    private void play() {
        score(members.get(0), 97);
        score(members.get(1), 96);
        score(outsider, 95);
        score(members.get(2), 94);
        score(members.get(3), 92);
        score(members.get(4), 91);
    }

    private void score(long learner, int score) {
        api.score("exam", List.of(scoreOf(learner, score)));
    }

    private static Map<String, Object> scoreOf(long learner, int score) {
        return Api.scoreOf(learner, score, "g" + learner, "2026-11-05T04:00:00Z");
    }

    private String group(List<Long> learners) {
        Answer filled = api.service()
                .put("/api/groups", Map.of("key", "ranked-" + outsider, "name", "ranked", "members", learners))
                .has(200);
        return "/api/groups/" + filled.at("/id").asLong();
    }

    private String text(int member) {
        return Long.toString(members.get(member));
    }
}
