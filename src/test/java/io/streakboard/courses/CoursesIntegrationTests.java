package io.streakboard.courses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.Boards;
import io.streakboard.leaderboard.Boards.BoardEntry;
import io.streakboard.leaderboard.Boards.RankingName;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.springframework.transaction.support.TransactionOperations;

@IntegrationTest
class CoursesIntegrationTests {

    private final Lessons lessons;
    private final Badges badges;
    private final Boards boards;
    private final TransactionOperations transactions;
    private final Clock clock;
    private final Api api;

    CoursesIntegrationTests(
            Lessons lessons, Badges badges, Boards boards, TransactionOperations transactions, Clock clock, Api api) {
        this.lessons = lessons;
        this.badges = badges;
        this.boards = boards;
        this.transactions = transactions;
        this.clock = clock;
        this.api = api;
    }

    @Test
    void aCompletedLessonPaysAndComesBackAsABadge() {
        long learner = Learners.next();

        lessons.complete(learner, "algebra-1");
        lessons.complete(learner, "algebra-2");
        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(20));
        assertThat(badges.has(learner)).isFalse();

        lessons.complete(learner, "algebra-3");
        await().untilAsserted(() -> assertThat(badges.has(learner)).isTrue());
        assertThat(points(learner)).isEqualTo(30);
    }

    @Test
    void lessonsOfTheWeekAreCountedOnABoardOfTheModulesOwn() {
        long learner = Learners.next();

        lessons.complete(learner, "algebra-1");
        lessons.complete(learner, "algebra-2");

        await().untilAsserted(() -> assertThat(boards.place(RankingName.current("lessons"), Long.toString(learner)))
                .map(BoardEntry::score)
                .contains(2L));
        assertThat(boards.top(RankingName.current("lessons"), 10_000))
                .extracting(BoardEntry::member)
                .contains(Long.toString(learner));
    }

    @Test
    void aLessonThatIsCompletedAgainPaysNothing() {
        long learner = Learners.next();
        lessons.complete(learner, "algebra-1");
        lessons.complete(learner, "algebra-1");
        lessons.complete(learner, "algebra-2");

        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(20));
        assertThat(lessons.completedBy(learner)).isEqualTo(2);
    }

    @Test
    void aCompletionThatIsRolledBackPaysNothing() {
        long learner = Learners.next();
        transactions.executeWithoutResult(transaction -> {
            lessons.complete(learner, "algebra-1");
            transaction.setRollbackOnly();
        });
        lessons.complete(learner, "algebra-2");

        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(10));
        assertThat(api.learner(learner).pages("/api/points/records?limit=1")).hasSize(1);
    }

    @Test
    void nothingIsLeftOfADeletedLearner() {
        long learner = Learners.next();
        Stream.of("algebra-1", "algebra-2", "algebra-3").forEach(lesson -> lessons.complete(learner, lesson));
        await().untilAsserted(() -> assertThat(badges.has(learner)).isTrue());

        api.admin().delete("/api/learners/" + learner).has(202);

        await().untilAsserted(() -> {
            assertThat(lessons.completedBy(learner)).isZero();
            assertThat(badges.has(learner)).isFalse();
        });
    }

    /** Two further activities follow each: so 960 are posted, most of them by listeners. */
    @Test
    @Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
    void listenersThatPublishKeepUpWithManyCallers() throws Exception {
        var learners = Stream.generate(Learners::next).limit(64).toList();
        var service = api.service();
        try (var callers = Executors.newFixedThreadPool(32)) {
            var calls = new ArrayList<Future<?>>();
            for (int lesson = 0; lesson < 5; lesson++) {
                var id = Portfolios.PROJECT + lesson;
                learners.forEach(learner -> calls.add(callers.submit(() -> service.post(
                                "/api/activities",
                                Api.activities(List.of(Api.activity(learner, "LESSON", id, clock.instant()))))
                        .has(200))));
            }
            for (var call : calls) {
                call.get();
            }
        }

        var admin = api.admin();
        // What failed has few tries, so they are not made one right after the other.
        await().atMost(Duration.ofMinutes(4))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    admin.actuate("/events", Map.of("action", "resubmit")).has(200);
                    assertThat(admin.actuator("/events").at("/open").asInt()).isZero();
                });
        assertThat(admin.actuator("/events").at("/parked").asInt()).isZero();
        var ids = learners.stream().map(String::valueOf).collect(Collectors.joining(","));
        assertThat(api.learner(learners.getFirst())
                        .get("/api/boards/points/members?ids=" + ids)
                        .has(200)
                        .each("items", "score"))
                .hasSize(64)
                .containsOnly("115");
        assertThat(points(learners.getFirst())).isEqualTo(115);
        assertThat(api.learner(learners.getFirst()).pages("/api/points/records?limit=100"))
                .hasSize(15);
    }

    private int points(long learner) {
        return api.learner(learner)
                .get("/api/points/today")
                .has(200)
                .at("/total")
                .asInt();
    }
}
