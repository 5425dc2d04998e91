package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Cursor;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whom a platform reminds. The learners of a test have ids in a row, and it reads on from them. */
@IntegrationTest
class AtRiskIntegrationTests {

    private final long first = Learners.next();
    private final long second = Learners.next();
    private final long third = Learners.next();
    private final Api api;
    private final Api.Caller service;
    private final BusinessTime time;

    AtRiskIntegrationTests(Api api, BusinessTime time) {
        this.api = api;
        this.service = api.service();
        this.time = time;
    }

    @Test
    void namesStreaksThatAreLongEnoughAndStillOpen() {
        signed(first, 1, 7);
        signed(second, 1, 6);
        signed(third, 0, 7);

        await().untilAsserted(() -> assertThat(learners(6, 10)).containsExactly(name(first), name(second)));
        assertThat(learners(7, 10)).containsExactly(name(first));
        assertThat(learners(8, 10)).isEmpty();
    }

    /** The journal may hold the sign-in still. */
    @Test
    void aSignInEndsTheRiskAtOnce() {
        signed(first, 1, 2);
        await().untilAsserted(() -> assertThat(learners(2, 10)).containsExactly(name(first)));

        api.learner(first).post("/api/sign-ins").has(201);

        assertThat(learners(2, 10)).isEmpty();
    }

    @Test
    void aStreakThatHasEndedIsNotAtRisk() {
        signed(first, 2, 9);
        signed(second, 1, 2);

        await().untilAsserted(() -> assertThat(learners(2, 10)).containsExactly(name(second)));
        assertThat(learners(1, 10)).containsExactly(name(second));
    }

    @Test
    void pagesLeadOnToAllLearners() {
        for (var learner : List.of(first, second, third)) {
            signed(learner, 1, 3);
        }
        await().untilAsserted(() -> assertThat(learners(3, 10)).hasSize(3));

        var cursor = Cursor.of(first - 1);
        for (var learner : List.of(first, second, third)) {
            var page = service.get("/api/sign-ins/at-risk?min-streak=3&limit=1&cursor=" + cursor)
                    .has(200);
            assertThat(page.each("items", "learner")).containsExactly(name(learner));
            assertThat(page.at("/items/0/streak").asInt()).isEqualTo(3);
            cursor = page.at("/next").asString();
        }
    }

    @Test
    void aDeletedLearnerIsNotReminded() {
        signed(first, 1, 3);
        signed(second, 1, 3);
        await().untilAsserted(() -> assertThat(learners(3, 10)).hasSize(2));

        api.admin().delete("/api/learners/" + first).has(202);

        await().untilAsserted(() -> assertThat(learners(3, 10)).containsExactly(name(second)));
    }

    @Test
    void isForServicesAndChecksWhatItIsAsked() {
        api.learner(first).get("/api/sign-ins/at-risk").isProblem(403, "forbidden");
        api.admin().get("/api/sign-ins/at-risk").isProblem(403, "forbidden");
        service.get("/api/sign-ins/at-risk?min-streak=0").isInvalid("min-streak");
        service.get("/api/sign-ins/at-risk?limit=1001").isInvalid("limit");
        service.get("/api/sign-ins/at-risk?cursor=x").isInvalid("cursor");
    }

    /** Signs in for some days in a row, the last of them so many days ago. */
    private void signed(long learner, int ago, int days) {
        var last = time.today().minusDays(ago);
        service.post(
                        "/api/activities",
                        Api.activities(IntStream.range(0, days)
                                .mapToObj(back -> last.minusDays(back))
                                .map(day -> Api.activity(learner, "SIGN_IN", day.toString(), time.startOf(day)))
                                .toList()))
                .has(200);
    }

    private List<String> learners(int least, int limit) {
        return service.get("/api/sign-ins/at-risk?min-streak=%d&limit=%d&cursor=%s"
                        .formatted(least, limit, Cursor.of(first - 1)))
                .has(200)
                .each("items", "learner");
    }

    private static String name(long learner) {
        return Long.toString(learner);
    }
}
