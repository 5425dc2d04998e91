package io.streakboard.model;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.model.Operation.Beside;
import io.streakboard.model.Operation.Hide;
import io.streakboard.model.Operation.LookAtLeague;
import io.streakboard.model.Operation.Roster;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Privacy, groups, leagues and badges: what was answered, and what has to hold in their tables. */
final class Neighbours {

    static final Map<String, Object> SETTINGS = Map.of(
            "streakboard.groups.enabled", true,
            "streakboard.leagues.enabled", true,
            "streakboard.leagues.check-interval", "500ms",
            "streakboard.badges.definitions[0].name", "learned",
            "streakboard.badges.definitions[0].title", "Learned",
            "streakboard.badges.definitions[0].description", "Three lessons",
            "streakboard.badges.definitions[0].condition", "count(LESSON) >= 3");

    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final int SEATS = 30;

    private record Week(LocalDate first, LocalDate next, boolean seated, boolean ended) {}

    private final Client client;
    private final Fleet fleet;
    private final Almanac almanac;
    private final Oracle oracle;
    private final JdbcClient jdbc;
    private final Set<Long> hidden = ConcurrentHashMap.newKeySet();
    private final Map<String, List<Long>> rosters = new ConcurrentHashMap<>();

    Neighbours(Client client, Fleet fleet, Almanac almanac, Oracle oracle, JdbcClient jdbc) {
        this.client = client;
        this.fleet = fleet;
        this.almanac = almanac;
        this.oracle = oracle;
        this.jdbc = jdbc;
    }

    void perform(Beside operation, int turn) {
        switch (operation) {
            case Hide hide -> hide(hide.learner(), turn);
            case Roster roster -> fill(roster, turn);
            case LookAtLeague look -> look(look.learner(), turn);
        }
    }

    private void hide(long learner, int turn) {
        var answer = client.ask(
                turn,
                (instance, number) ->
                        instance.put("/api/me/privacy", DevelopmentToken.of(learner), "{\"board\":\"hidden\"}"));
        assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        hidden.add(learner);
    }

    private void fill(Roster roster, int turn) {
        var members = roster.learners().stream().map(each -> "\"" + each + "\"").collect(joining(",", "[", "]"));
        var json = "{\"key\":\"%s\",\"name\":\"Class\",\"members\":%s}".formatted(roster.key(), members);
        for (int i = 0; i < roster.times(); i++) {
            var answer = client.ask(turn + i, (instance, number) -> instance.put("/api/groups", SERVICE, json));
            assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        }
        rosters.put(roster.key(), roster.learners());
    }

    private void look(long learner, int turn) {
        var answer = client.ask(turn, (instance, number) -> current(instance, learner));
        if (!oracle.isDeleted(learner)) {
            assertThat(answer.status()).as("%s", answer).isEqualTo(200);
            var scores = answer.body()
                    .get("items")
                    .valueStream()
                    .map(item -> -item.get("score").asLong());
            assertThat(scores).as("%s", answer).isSorted().hasSizeLessThanOrEqualTo(SEATS);
        }
    }

    private static HttpResponse<String> current(ApplicationProcess instance, long learner)
            throws IOException, InterruptedException {
        return instance.get("/api/leagues/current", DevelopmentToken.of(learner));
    }

    List<String> broken() {
        var findings = new Findings();
        findings.expectSame(
                "who has hidden is hidden",
                hidden,
                learners("SELECT user_id FROM learner_privacy WHERE board = 'HIDDEN'"));
        findings.expect(
                "groups have the members that were answered",
                rosters.keySet().stream().filter(key -> !members(key).equals(present(Set.copyOf(rosters.get(key))))));
        var ledger = ledger();
        findings.expectSame(
                "who has three lessons has the badge, and nobody else",
                present(learners("SELECT user_id FROM (" + ledger
                        + ") e WHERE type = 'LESSON' AND points > 0 GROUP BY user_id HAVING COUNT(*) >= 3")),
                present(learners("SELECT user_id FROM badge_given WHERE user_id > 0")));
        findings.expect(
                "no cohort has too many",
                learners("SELECT cohort_id FROM league_member GROUP BY cohort_id HAVING COUNT(*) > " + SEATS).stream());
        findings.expect(
                "weeks have ended with a proof",
                jdbc
                        .sql("SELECT first_day FROM league_week WHERE ended_at IS NOT NULL AND failure IS NOT NULL")
                        .query((row, number) -> row.getObject(1, LocalDate.class))
                        .list()
                        .stream());
        weeks().forEach(week -> findings.expect("members have the points of the ledger", wrong(week, ledger)));
        return findings.broken();
    }

    private Set<Long> members(String key) {
        return learners("SELECT m.user_id FROM learner_group g JOIN learner_group_member m ON m.group_id = g.id"
                + " WHERE g.service_key = '" + key + "'");
    }

    private Set<Long> present(Set<Long> learners) {
        var present = new HashSet<>(learners);
        present.removeAll(oracle.deleted());
        return present;
    }

    private Set<Long> learners(String sql) {
        return Set.copyOf(jdbc.sql(sql).query((row, number) -> row.getLong(1)).list());
    }

    private String ledger() {
        return jdbc
                .sql("SELECT id FROM season WHERE state NOT IN ('PLANNED', 'UPCOMING')")
                .query((row, number) -> row.getLong(1))
                .list()
                .stream()
                .map(season -> "SELECT user_id, type, day, points, recorded_at FROM points_record_" + season)
                .collect(joining(" UNION ALL "));
    }

    /** Weeks that have ended, and the current one once all have their seats. */
    private Stream<Week> weeks() {
        var today = almanac.dayOf(fleet.now());
        return jdbc
                .sql("SELECT * FROM league_week")
                .query((row, number) -> new Week(
                        row.getObject("first_day", LocalDate.class),
                        row.getObject("next_day", LocalDate.class),
                        row.getBoolean("seated"),
                        row.getObject("ended_at") != null))
                .list()
                .stream()
                .filter(week -> week.ended() || week.seated() && week.next().isAfter(today));
    }

    /** What was recorded within a week counts, and what came after its end may. */
    private Stream<String> wrong(Week week, String ledger) {
        var all = points(week, ledger, BusinessTime.NEVER);
        var end = week.next().atStartOfDay(almanac.zone()).toInstant();
        var certain = week.ended() ? points(week, ledger, end) : all;
        var found = sums(jdbc.sql("SELECT user_id, points FROM league_member WHERE first_day = ?")
                .param(week.first()));
        var learners =
                Stream.of(all.keySet(), found.keySet()).flatMap(Set::stream).collect(toSet());
        return present(learners).stream()
                .filter(learner -> found.getOrDefault(learner, 0L) < certain.getOrDefault(learner, 0L)
                        || found.getOrDefault(learner, 0L) > all.getOrDefault(learner, 0L))
                .map(learner -> "%s: learner %d has %s, the ledger %s to %s"
                        .formatted(week, learner, found.get(learner), certain.get(learner), all.get(learner)));
    }

    private Map<Long, Long> points(Week week, String ledger, Instant before) {
        return sums(jdbc.sql("SELECT user_id, SUM(points) FROM (" + ledger + """
                        ) e WHERE day >= ? AND day < ? AND type IN ('LESSON', 'QUESTION', 'NOTE', 'REVIEW')
                        AND points > 0 AND recorded_at < ? GROUP BY user_id
                        """)
                .params(week.first(), week.next(), Utc.column(before)));
    }

    private static Map<Long, Long> sums(JdbcClient.StatementSpec statement) {
        var sums = new HashMap<Long, Long>();
        statement.query(row -> {
            sums.put(row.getLong(1), row.getLong(2));
        });
        return sums;
    }
}
