package io.streakboard.activities;

import static io.streakboard.support.Api.activity;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.Outcome;
import io.streakboard.points.PostingResult;
import io.streakboard.rulebook.PastVersions;
import io.streakboard.rulebook.Rulebook;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an activity is paid, by the rules in force when it happened. */
@IntegrationTest
class BonusIntegrationTests {

    private static final String BONUS = """
            {"bonuses": {"%s": {"title": "%s", "types": ["QUESTION"], "percent": 200, "dailyCap": "%s",
                                "from": "%s", "to": "%s"}}}
            """;

    /** Sealed by this class; no bonus begins before 2000. */
    private static YearMonth month = YearMonth.of(2005, 1);

    private final Api api;
    private final Activities activities;
    private final Rulebook rulebook;
    private final Seasons seasons;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final long learner = Learners.next();

    BonusIntegrationTests(
            Api api, Activities activities, Rulebook rulebook, Seasons seasons, BusinessTime time, JdbcClient jdbc) {
        this.api = api;
        this.activities = activities;
        this.rulebook = rulebook;
        this.seasons = seasons;
        this.time = time;
        this.jdbc = jdbc;
    }

    @Test
    void aRunningBonusIsSeenWhereverPointsAre() {
        var now = time.now();
        var from = now.minus(Duration.ofHours(2));
        var to = now.plus(Duration.ofDays(3));
        try (var versions = new PastVersions(jdbc, rulebook)) {
            var before = api.learner(learner).get("/api/rules").has(200);
            versions.from(
                    now.minus(Duration.ofHours(1)), BONUS.formatted("quiz", "Double quiz week", "scaled", from, to));
            post("QUESTION", "in", now.minusSeconds(60));
            post("QUESTION", "before", now.minus(Duration.ofMinutes(90)));
            post("LESSON", "other", now.minusSeconds(60));

            assertThat(row("in").path("points").asInt()).isEqualTo(10);
            assertThat(row("in").path("bonus").asString()).isEqualTo("Double quiz week");
            assertThat(row("in").path("bonusPercent").asInt()).isEqualTo(200);
            assertThat(row("in").path("reason").isNull()).isTrue();
            assertThat(row("in").path("reasons")).isEmpty();
            // The bonus is in no rules that were in force by then.
            for (var source : List.of("before", "other")) {
                assertThat(row(source).path("bonus").isNull()).isTrue();
                assertThat(row(source).path("bonusPercent").isNull()).isTrue();
            }
            assertThat(row("before").path("points").asInt()).isEqualTo(5);

            var today = api.learner(learner).get("/api/points/today").has(200);
            assertThat(today.each("types", "cap")).containsExactly("", "50", "40", "20", "");
            assertThat(fact("today").path("types").get(2).path("cap").asInt()).isEqualTo(40);
            assertThat(fact("points").path("records").values())
                    .extracting(row -> row.path("bonus").asString())
                    .contains("Double quiz week");

            var rules = api.learner(learner).get("/api/rules").has(200);
            assertThat(rules.headers().getETag()).isNotEqualTo(before.headers().getETag());
            assertThat(before.at("/bonuses")).isEmpty();
            assertThat(rules.at("/bonuses").toString())
                    .isEqualTo("[{\"name\":\"quiz\",\"title\":\"Double quiz week\",\"types\":[\"QUESTION\"],"
                            + "\"percent\":200,\"dailyCap\":\"scaled\",\"running\":true,\"from\":\"" + from
                            + "\",\"to\":\"" + to + "\"}]");
            assertThat(rules.at("/types/2/cap").asInt()).isEqualTo(20);
        }
        assertThat(row("in").path("bonus").asString()).isEqualTo("Double quiz week");
        assertThat(api.learner(learner).get("/api/points/today").has(200).each("types", "cap"))
                .containsExactly("", "50", "20", "20", "");
    }

    /** No rules have the bonus, and a newer version of the program has stored one of the reasons. */
    @Test
    void aRowTellsItsBonusFromWhatIsStored() {
        var at = Instant.parse("2020-03-10T12:00:00Z");
        post("QUESTION", "stored", at);
        jdbc.sql("UPDATE points_record_%d SET reasons = ? WHERE user_id = ?"
                        .formatted(seasons.at(at).id()))
                .params("[[\"bonus\",\"gone\",\"Gone week\",\"300\"],[\"too-early\",null,\"7\"]]", learner)
                .update();

        var rows = List.of(
                row("stored"),
                api.admin().get("/api/learners/" + learner + "/export").has(200).at("/data/points/0"),
                fact("points").path("records").path(0));

        assertThat(rows)
                .allSatisfy(row -> assertThat(row.path("bonus").asString()).isEqualTo("Gone week"))
                .allSatisfy(row -> assertThat(row.path("bonusPercent").asInt()).isEqualTo(300))
                .allSatisfy(row -> assertThat(row.path("reason").asString()).isEqualTo("too-early 7"));
        assertThat(csv("2020-03"))
                .filteredOn(line -> line.startsWith(learner + ","))
                .singleElement(STRING)
                .contains(",too-early 7,")
                .endsWith(",gone,Gone week,300,");
    }

    @Test
    void theTagOfTheRulesChangesWhenABonusBegins() {
        var now = time.now();
        try (var versions = new PastVersions(jdbc, rulebook)) {
            versions.from(
                    now.minus(Duration.ofHours(1)),
                    BONUS.formatted("soon", "Soon", "scaled", now.plusSeconds(4), now.plusSeconds(8)));
            var seen = new ArrayList<String>();
            var tags = new ArrayList<String>();
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                var rules = api.learner(learner).get("/api/rules").has(200);
                var running = rules.at("/bonuses/0/running").toString();
                if (seen.isEmpty() || !seen.getLast().equals(running)) {
                    seen.add(running);
                    tags.add(String.valueOf(rules.headers().getETag()));
                }
                return seen.contains("");
            });

            assertThat(seen).containsExactly("false", "true", "");
            assertThat(tags).doesNotHaveDuplicates();
        }
    }

    @Test
    void exportsNameTheBonus() {
        var at = Instant.parse("2020-04-10T04:00:00Z");
        try (var versions = new PastVersions(jdbc, rulebook)) {
            versions.from(at.minusSeconds(60), BONUS.formatted("quiz", "=Quiz", "unchanged", at, at.plusSeconds(60)))
                    .from(at.plusSeconds(60), "{}");
            IntStream.range(0, 4).forEach(i -> post("QUESTION", "q" + i, at.plusSeconds(i)));
        }

        var csv = csv("2020-04");

        assertThat(csv.stream().filter(line -> line.startsWith(learner + ",")))
                .allSatisfy(line -> assertThat(line).endsWith(",quiz,'=Quiz,200,"))
                .hasSize(4);
        assertThat(csv.getFirst()).endsWith(",recorded_at,bonus,bonus_title,bonus_percent,title");
        assertThat(api.admin()
                        .get("/api/learners/" + learner + "/export")
                        .has(200)
                        .at("/data/points")
                        .values())
                .extracting(
                        row -> row.path("points").asInt(),
                        row -> row.path("outcome").asString())
                .containsExactly(tuple(0, "REFUSED"), tuple(0, "REFUSED"), tuple(10, "AWARDED"), tuple(10, "AWARDED"));
    }

    /** Two bonuses, two changes of points and caps, each within a day; activities come in any order, late and again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void eachActivityIsPaidByTheRulesOfItsTimeInWhateverOrderItComes(int seed) {
        var random = new Random(seed);
        month = month.plusMonths(1);
        var day = month.atDay(10);
        var start = time.startOf(day);
        var noon = start.plus(Duration.ofHours(12));
        var evening = start.plus(Duration.ofHours(18));
        var end = start.plus(Duration.ofHours(36));
        var model = new Model();
        try (var versions = new PastVersions(jdbc, rulebook)) {
            versions.from(noon, """
                            {"types": {"QUESTION": {"points": 7, "dailyCap": 30}},
                             "bonuses": {"a": {"types": ["QUESTION"], "percent": 150, "from": "%1$s", "to": "%2$s"},
                                         "b": {"title": "B", "percent": 300, "dailyCap": "unchanged",
                                               "from": "%2$s", "to": "%3$s"},
                                         "less": {"percent": 110, "from": "%2$s", "to": "%3$s"}}}
                            """.formatted(noon.plusSeconds(3_600), evening, evening.plusSeconds(3_600)))
                    .from(
                            evening.plusSeconds(1_800),
                            "{\"types\": {\"QUESTION\": {\"points\": 3, \"dailyCap\": null}}}")
                    .from(end, "{}");
            model.at(Instant.MIN, 5, 20, null)
                    .at(noon, 7, 30, null)
                    .at(noon.plusSeconds(3_600), 10, 45, "a")
                    .at(evening, 21, 30, "B")
                    .at(evening.plusSeconds(1_800), 3, null, null)
                    .at(end, 5, 20, null);
            var all = new ArrayList<Activity>(IntStream.range(0, 60)
                    .mapToObj(i -> new Activity(
                            learner, "QUESTION", "q" + i, start.plusMillis(random.nextLong(48 * 3_600_000L))))
                    .toList());
            all.addAll(all.subList(0, 20));
            Collections.shuffle(all, random);
            var sealedFrom = random.nextInt(20, 60);
            for (int from = 0, to; from < all.size(); from = to) {
                if (from >= sealedFrom && seasons.at(start).state().compareTo(State.ENDED) <= 0) {
                    seasons.seal(seasons.at(start).id());
                }
                to = Math.min(all.size(), from + 1 + random.nextInt(8));
                var batch = all.subList(from, to);

                var planned = activities.dryRun().apply(batch);
                var done = activities.take(batch);

                assertThat(done).extracting(PostingResult::points).isEqualTo(model.pay(batch));
                assertThat(planned).isEqualTo(done);
            }
        }
        var records = records();
        assertThat(records).hasSize(60);
        assertThat(records.values())
                .allSatisfy(row -> assertThat(row.path("points").asInt())
                        .isEqualTo(model.paid.get(row.path("sourceId").asString())))
                .allSatisfy(row -> assertThat(
                                row.path("bonus").isNull()
                                        ? null
                                        : row.path("bonus").asString())
                        .isEqualTo(
                                model.bonus(Instant.parse(row.path("occurredAt").asString()))));
        assertThat(records.values())
                .extracting(row -> Outcome.valueOf(row.path("outcome").asString()))
                .contains(Outcome.AWARDED, Outcome.LATE);
    }

    /** The rules of each instant, and what has been paid by them. */
    private final class Model {

        private record Pay(
                int points, @Nullable Integer cap, @Nullable String bonus) {}

        private final TreeMap<Instant, Pay> pays = new TreeMap<>();
        private final Map<LocalDate, Integer> used = new HashMap<>();
        private final Map<String, Integer> paid = new HashMap<>();

        Model at(Instant from, int points, @Nullable Integer cap, @Nullable String bonus) {
            pays.put(from, new Pay(points, cap, bonus));
            return this;
        }

        List<Integer> pay(List<Activity> batch) {
            return batch.stream().map(this::pay).toList();
        }

        private int pay(Activity activity) {
            if (paid.containsKey(activity.sourceId())) {
                return 0;
            }
            var day = time.dayOf(activity.occurredAt());
            var pay = pays.floorEntry(activity.occurredAt()).getValue();
            int before = used.getOrDefault(day, 0);
            int points = pay.cap() == null ? pay.points() : Math.clamp(pay.cap() - before, 0, pay.points());
            used.put(day, before + points);
            paid.put(activity.sourceId(), points);
            return points;
        }

        @Nullable
        String bonus(Instant occurredAt) {
            return pays.floorEntry(occurredAt).getValue().bonus();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "percent": 0              | /bonuses/x/percent
            "percent": -1             | /bonuses/x/percent
            "percent": 100            | /bonuses/x/percent
            "percent": 1000000000     | /bonuses/x/percent
            "percent": 1e9            | /bonuses/x/percent
            "percent": 150.5          | /bonuses/x/percent
            "percent": "200"          | /bonuses/x/percent
            "dailyCap": "halved"      | /bonuses/x/dailyCap
            "types": ["SIGN_IN"]      | /bonuses/x/types/0
            "types": ["LESSON", "X"]  | /bonuses/x/types/1
            "from": "soon"            | /bonuses/x/from
            "to": "2026-12-20T23:59:59Z" | /bonuses/x
            "to": null                | /bonuses/x/to
            "factor": 2               | /bonuses/x/factor
            """)
    void violationsAreToldByTheirPaths(String member, String path) {
        var bonus = JsonMapper.shared()
                .createObjectNode()
                .put("percent", 200)
                .put("from", "2026-12-21T00:00:00Z")
                .put("to", "2026-12-28T00:00:00Z");
        bonus.setAll((ObjectNode) JsonMapper.shared().readTree("{" + member + "}"));
        var patch = JsonMapper.shared().createObjectNode();
        patch.putObject("bonuses").set("x", bonus);

        var checked = RestClient.create(api.url())
                .post()
                .uri("/api/rulebook/check")
                .headers(headers -> headers.setBearerAuth(api.admin().token()))
                .contentType(MediaType.parseMediaType("application/merge-patch+json"))
                .body(patch.toString())
                .retrieve()
                .body(JsonNode.class);

        assertThat(requireNonNull(checked).path("violations").values())
                .extracting(violation -> violation.path("path").asString())
                .containsExactly(path);
    }

    private void post(String type, String sourceId, Instant at) {
        api.take(List.of(activity(learner, type, sourceId, at)));
    }

    private Map<String, JsonNode> records() {
        var rows = new HashMap<String, JsonNode>();
        api.learner(learner)
                .pages("/api/points/records?limit=100")
                .forEach(row -> rows.put(row.path("sourceId").asString(), row));
        return rows;
    }

    private JsonNode row(String sourceId) {
        return requireNonNull(records().get(sourceId), sourceId);
    }

    private List<String> csv(String season) {
        var bytes =
                api.admin().download("/api/seasons/" + season + "/records.csv").getBody();
        return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    }

    private JsonNode fact(String section) {
        return api.admin().actuator("/learners/" + learner).has(200).at("/facts/" + section);
    }
}
