package io.streakboard.demo;

import static java.util.function.Predicate.not;
import static org.awaitility.Awaitility.await;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** The company of the demo's learners: a class, friends, and leagues whose last weeks have ended. */
@Component
@ConditionalOnProperty("streakboard.demo")
class Company {

    private static final int WEEKS = 2;
    private static final int CLASS = 12;

    private final DemoClients clients;
    private final JdbcClient jdbc;

    Company(DemoClients clients, JdbcClient jdbc) {
        this.clients = clients;
        this.jdbc = jdbc;
    }

    /** The first learner is in a class, in a group of friends, and in one that is too small for ranks. */
    void meet() {
        var members = LongStream.range(History.FIRST, History.FIRST + CLASS)
                .mapToObj(clients::key)
                .toList();
        clients.service()
                .put()
                .uri("/api/groups")
                .body(Map.of("key", "class-7b", "name", "Class 7b", "members", members))
                .retrieve()
                .toBodilessEntity();
        friends("Morning readers", 3, List.of(0, 5, 8, 13, 21, 34));
        friends("Study buddies", 0, List.of(1, 2));
    }

    private void friends(String name, int owner, List<Integer> others) {
        var code = DemoClients.post(clients.learner(History.FIRST + owner), "/api/groups", Map.of("name", name))
                .path("code")
                .asString();
        others.forEach(other ->
                DemoClients.post(clients.learner(History.FIRST + other), "/api/groups/join", Map.of("code", code)));
    }

    /** Opens the last weeks of the leagues; the application ends each over its own points. */
    void endWeeksBefore(LocalDate week) {
        for (int ago = WEEKS; ago > 0; ago--) {
            jdbc.sql("INSERT IGNORE INTO league_week (first_day, next_day) VALUES (?, ?)")
                    .params(week.minusWeeks(ago), week.minusWeeks(ago - 1L))
                    .update();
        }
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> DemoClients.get(clients.admin(), "/actuator/leagues").path("weeks").values().stream()
                        .filter(each -> each.path("week").asString().compareTo(week.toString()) < 0)
                        .map(each -> each.path("endedAt"))
                        .allMatch(not(JsonNode::isNull)));
    }

    static LocalDate weekOf(LocalDate day) {
        return day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    }
}
