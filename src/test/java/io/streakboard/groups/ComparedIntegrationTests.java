package io.streakboard.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@IntegrationTest
class ComparedIntegrationTests {

    private static final int LESSON = 10;

    private final List<Long> members =
            LongStream.range(0, 5).mapToObj(i -> Learners.next()).toList();

    private final Api api;
    private final BusinessTime time;
    private final LocalDate today;

    ComparedIntegrationTests(Api api, BusinessTime time) {
        this.api = api;
        this.time = time;
        this.today = time.today();
    }

    @Test
    void theWeekIsComparedWithTheLastOneUpToTheSameWeekday() {
        long learner = members.getFirst();
        lessons(learner, today, 2);
        lessons(learner, today.minusWeeks(1), 3);
        lessons(learner, today.minusWeeks(2), 1);

        await().untilAsserted(() ->
                assertThat(compared(learner).at("/lastWeek").asInt()).isEqualTo(3 * LESSON));
        var compared = compared(learner);
        assertThat(compared.at("/thisWeek").asInt()).isEqualTo(2 * LESSON);
        assertThat(compared.at("/day").asString()).isEqualTo(today.toString());
        assertThat(compared.at("/board").asString()).isEqualTo("points");
        assertThat(compared.at("/groups").isEmpty()).isTrue();
        assertThat(api.service()
                        .get("/api/learners/" + learner + "/compared")
                        .has(200)
                        .body())
                .isEqualTo(compared.body());
    }

    @Test
    void aGroupHasTheMedianOfFiveWhoAreShown() {
        for (int i = 0; i < members.size(); i++) {
            lessons(members.get(i), today, i);
        }
        var small = group("small", members.subList(0, 4));
        var all = new ArrayList<>(members);
        long hidden = Learners.next();
        all.add(hidden);
        lessons(hidden, today, 5);
        api.learner(hidden).put("/api/me/privacy", Map.of("board", "hidden")).has(200);
        var whole = group("whole", all);

        await().untilAsserted(() ->
                assertThat(compared(hidden).at("/groups/0/median").asInt()).isEqualTo(2 * LESSON));
        assertThat(compared(hidden).at("/thisWeek").asInt()).isEqualTo(5 * LESSON);
        var compared = compared(members.getFirst());
        assertThat(compared.each("groups", "id")).containsExactly(small, whole);
        assertThat(compared.at("/groups/0/median").isNull()).isTrue();
        assertThat(compared.at("/groups/0/members").asInt()).isEqualTo(4);
        assertThat(compared.at("/groups/1/median").asInt()).isEqualTo(2 * LESSON);
        assertThat(compared.at("/groups/1/members").asInt()).isEqualTo(6);

        api.learner(members.getLast())
                .put("/api/me/privacy", Map.of("pausedUntil", today.plusDays(3).toString()))
                .has(200);
        assertThat(compared(members.getFirst()).at("/groups/1/median").isNull()).isTrue();
    }

    @Test
    void theMedianOfAGroupIsReadOnceForAllItsMembers() {
        members.forEach(member -> lessons(member, today, 1));
        group("shared", members);
        assertThat(compared(members.getFirst()).at("/groups/0/median").asInt()).isEqualTo(LESSON);

        members.forEach(member -> lessons(member, today, 3));

        var compared = compared(members.getLast());
        assertThat(compared.at("/thisWeek").asInt()).isEqualTo(3 * LESSON);
        assertThat(compared.at("/groups/0/median").asInt()).isEqualTo(LESSON);
    }

    @Test
    void otherBoardsAreNotCompared() {
        for (var board : List.of("quiz", "nonsense")) {
            api.learner(members.getFirst())
                    .get("/api/me/compared?board=" + board)
                    .isInvalid("board");
        }
    }

    private Answer compared(long learner) {
        return api.learner(learner).get("/api/me/compared?board=points").has(200);
    }

    private String group(String name, List<Long> learners) {
        return api.service()
                .put("/api/groups", Map.of("key", name + learners.getFirst(), "name", name, "members", learners))
                .has(200)
                .at("/id")
                .asString();
    }

    private void lessons(long learner, LocalDate day, int count) {
        if (count > 0) {
            api.take(LongStream.range(0, count)
                    .mapToObj(i -> Api.activity(learner, "LESSON", "compared-" + day + "-" + i, time.startOf(day)))
                    .toList());
        }
    }
}
