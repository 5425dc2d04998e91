package io.streakboard.courses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

@IntegrationTest
class CoursesIntegrationTests {

    private final Lessons lessons;
    private final Badges badges;
    private final Api api;

    CoursesIntegrationTests(Lessons lessons, Badges badges, Api api) {
        this.lessons = lessons;
        this.badges = badges;
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
    void aCompletionThatIsRolledBackPaysNothing() {
        long learner = Learners.next();
        lessons.complete(learner, "algebra-1");

        assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> lessons.complete(learner, "algebra-1"));
        lessons.complete(learner, "algebra-2");

        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(20));
        assertThat(api.learner(learner).pages("/api/points/records?limit=1")).hasSize(2);
    }

    private int points(long learner) {
        return api.learner(learner)
                .get("/api/points/today")
                .has(200)
                .at("/total")
                .asInt();
    }
}
