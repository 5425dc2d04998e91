package io.streakboard.points.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class LateEndpointIntegrationTests {

    private final Api api;
    private final Seasons seasons;
    private final JdbcClient jdbc;

    LateEndpointIntegrationTests(Api api, Seasons seasons, JdbcClient jdbc) {
        this.api = api;
        this.seasons = seasons;
        this.jdbc = jdbc;
    }

    @Test
    void listsLateActivitiesPageByPage() {
        var month = Months.next();
        var day = Instant.parse(month + "-10T04:00:00Z");
        var season = seasons.at(day);
        jdbc.sql("UPDATE season SET state = 'SETTLED', learners = 0, points = 0 WHERE id = ?")
                .param(season.id())
                .update();
        var learners = List.of(Learners.next(), Learners.next());
        var activities = new ArrayList<Map<String, Object>>();
        for (var learner : learners) {
            for (var source : List.of("b", "a", "with space")) {
                activities.add(Api.activity(learner, "REVIEW", source, day));
            }
        }
        assertThat(api.take(activities).each("results", "outcome")).containsOnly("LATE");

        var admin = api.admin();
        var first = admin.actuator("/late/" + month + "?limit=4").has(200);
        var rest = admin.actuator("/late/" + month + "?limit=4&cursor="
                        + first.at("/next").asString())
                .has(200);

        assertThat(first.at("/total").asInt()).isEqualTo(6);
        assertThat(first.each("items", "sourceId")).containsExactly("a", "b", "with space", "a");
        assertThat(rest.each("items", "sourceId")).containsExactly("b", "with space");
        assertThat(rest.at("/next").isNull()).isTrue();
        assertThat(first.each("items", "season")).containsOnly("2026-11");
        assertThat(first.at("/items/0/learner").asString()).isEqualTo(Long.toString(learners.getFirst()));
        assertThat(first.at("/items/0/occurredAt").asString()).isEqualTo(month + "-10T04:00:00Z");
        assertThat(first.at("/items/0/points").asInt()).isEqualTo(10);
        assertThat(admin.actuator("/seasons/" + month).at("/late").asInt()).isEqualTo(6);
        await().until(() -> admin.actuator("/events").at("/open").asInt() == 0);
    }

    @Test
    void refusesInvalidQueries() {
        var admin = api.admin();

        admin.actuator("/late/current?limit=0").isInvalid("limit");
        admin.actuator("/late/current?limit=1001").isInvalid("limit");
        admin.actuator("/late/current?cursor=rubbish").isInvalid("cursor");
        admin.actuator("/late/2099-01").has(404);
        api.learner(1).actuator("/late/current").isProblem(403, "forbidden");
        assertThat(admin.actuator("/late/current").has(200).at("/total").asInt())
                .isZero();
    }
}
