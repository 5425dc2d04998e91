package io.streakboard.season;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Seasons that admins set. The zone is eight hours ahead of UTC, today is 2026-11-18. */
@IntegrationTest
class SeasonApiIntegrationTests {

    private final Api api;
    private final Seasons seasons;
    private final SeasonPlan plan;
    private final JdbcClient jdbc;

    SeasonApiIntegrationTests(Api api, Seasons seasons, SeasonPlan plan, JdbcClient jdbc) {
        this.api = api;
        this.seasons = seasons;
        this.plan = plan;
        this.jdbc = jdbc;
    }

    @Test
    void monthsMakeRoomAndTheRestOfThemStays() {
        var created = create("Winter term", "2026-12-10", "2027-01-10").has(201);

        assertThat(created.at("/startsAt").asString()).isEqualTo("2026-12-09T16:00:00Z");
        assertThat(created.at("/endsAt").asString()).isEqualTo("2027-01-10T16:00:00Z");
        assertThat(created.at("/state").asString()).isEqualTo("UPCOMING");
        assertThat(namesAt(
                        "2026-12-09T15:59:59Z", "2026-12-09T16:00:00Z", "2027-01-10T15:59:59Z", "2027-01-10T16:00:00Z"))
                .containsExactly("2026-12", "Winter term", "Winter term", "2027-01");
        assertThat(create("Winter term", "2026-12-10", "2027-01-10").has(201).at("/id"))
                .as("asked again")
                .isEqualTo(created.at("/id"));
        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_record_"
                                + created.at("/id").asLong())
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void filesAreNamedAfterSeasonsInAnyLanguage() {
        var season = create("夏季 Été", "2044-07-01", "2044-07-31").has(201);

        var file = api.admin().download("/api/seasons/" + season.at("/id").asLong() + "/totals.csv");

        assertThat(file.getHeaders().getContentDisposition().getFilename()).isEqualTo("totals-夏季 Été.csv");
    }

    @Test
    void anIdHasOneText() {
        var id = create("One text", "2044-09-01", "2044-09-30")
                .has(201)
                .at("/id")
                .asLong();

        assertThat(api.admin()
                        .download("/api/seasons/" + id + "/totals.csv")
                        .getStatusCode()
                        .value())
                .isEqualTo(200);
        api.admin().get("/api/seasons/0" + id + "/totals.csv").isProblem(404, "season-not-found");
    }

    @Test
    void aSeasonWithinAMonthLeavesItInTwoParts() {
        create("Camp", "2040-07-10", "2040-07-19").has(201);

        plan.month(YearMonth.of(2040, 7));
        plan.month(YearMonth.of(2040, 7));

        assertThat(jdbc.sql("SELECT name FROM season WHERE starts_at BETWEEN '2040-06-01' AND '2040-08-01'"
                                + " ORDER BY starts_at")
                        .query((row, number) -> row.getString("name"))
                        .list())
                .containsExactly("2040-07", "Camp", "2040-07-2");
    }

    @Test
    void aSeasonThatIsTakenBackPutsItsMonthsBack() {
        plan.month(YearMonth.of(2041, 6));
        plan.month(YearMonth.of(2041, 7));
        var camp = create("Mistaken camp", "2041-06-20", "2041-07-19").has(201);
        create("Right camp", "2041-07-25", "2041-07-26").has(201);
        plan.month(YearMonth.of(2041, 7));

        api.admin().delete("/api/seasons/" + camp.at("/id").asLong()).has(204);

        assertThat(jdbc.sql("""
                                SELECT CONCAT(name, ' ', DATE(starts_at), ' ', DATE(ends_at), ' ', state) FROM season
                                 WHERE starts_at BETWEEN '2041-05-30' AND '2041-07-30' ORDER BY starts_at
                                """).query((row, number) -> row.getString(1)).list())
                .containsExactly(
                        "2041-06 2041-05-31 2041-06-30 UPCOMING",
                        "2041-07 2041-06-30 2041-07-24 UPCOMING",
                        "Right camp 2041-07-24 2041-07-26 UPCOMING",
                        "2041-07-2 2041-07-26 2041-07-31 UPCOMING");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20, 2026-12-05, would overlap season '2026-11'",
        "2028-02-02, 2028-02-01, would end before it starts",
        "2028-01-01, 2029-06-01, lasts a year at most",
        "1969-12-31, 1970-01-10, starts before 1970-01",
        "9999-12-01, 9999-12-31, beyond 9999-12-30"
    })
    void impossibleSeasonsAreRefusedWithTheRule(String firstDay, String lastDay, String rule) {
        var refused = create("Impossible", firstDay, lastDay).isProblem(422, "season-not-allowed");

        assertThat(refused.at("/detail").asString()).contains(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+20000-01-01", "-999999999-01-01", "20000-01-01", "2028-1-1", "2028-02-30"})
    void aDayHasAYearOfFourDigits(String day) {
        create("Impossible", day, "2028-01-02").isInvalid("firstDay");
        create("Impossible", "2028-01-01", day).isInvalid("lastDay");
    }

    @Test
    void aSeasonToComeIsRenamedAndTakenBack() {
        var season = "/api/seasons/"
                + create("Mistaken", "2045-03-10", "2045-04-09")
                        .has(201)
                        .at("/id")
                        .asLong();
        create("Taken", "2045-05-10", "2045-06-09").has(201);
        var admin = api.admin();

        var renamed = admin.patch(season, Map.of("name", "Spring 2045")).has(200);
        assertThat(renamed.at("/name").asString()).isEqualTo("Spring 2045");
        assertThat(admin.patch(season, Map.of("name", "Taken"))
                        .isProblem(422, "season-not-allowed")
                        .at("/code")
                        .asString())
                .isEqualTo("name-taken");
        admin.patch(season, Map.of("name", "2045-03")).isInvalid("name");

        admin.delete(season).has(204);
        admin.delete(season).isProblem(404, "season-not-found");
    }

    @Test
    void begunSeasonsAndMonthsStay() {
        var admin = api.admin();

        assertThat(admin.delete("/api/seasons/current")
                        .isProblem(422, "season-not-allowed")
                        .at("/code")
                        .asString())
                .isEqualTo("begun");
        admin.patch("/api/seasons/current", Map.of("name", "Now")).isProblem(422, "season-not-allowed");
        api.learner(Learners.next()).delete("/api/seasons/current").isProblem(403, "forbidden");
    }

    @Test
    void namesAreUniqueAndLeaveMonthsAlone() {
        create("Only once", "2031-01-01", "2031-01-31").has(201);

        create("Only once", "2032-01-01", "2032-01-31").isProblem(422, "season-not-allowed");
        for (var name :
                List.of("current", "previous", "12", "2026-11", "2026-11-2", "", " x", "x ", "a/b", "x".repeat(41))) {
            create(name, "2033-01-01", "2033-01-31").isInvalid("name");
        }
        api.admin().post("/api/seasons", Map.of("name", "No days")).has(400);
        create("30 February", "2033-02-30", "2033-03-31").isInvalid("firstDay");
    }

    @Test
    void nothingStartsInTheSettledPast() {
        long season = seasons.at(Instant.parse("2011-05-05T00:00:00Z")).id();
        jdbc.sql("UPDATE season SET state = 'SETTLED', learners = 0, points = 0 WHERE id = ?")
                .param(season)
                .update();

        var refused = create("Too late", "2011-04-01", "2011-04-30").isProblem(422, "season-not-allowed");

        assertThat(refused.at("/detail").asString()).contains("settled past", "2011-05");
    }

    @Test
    void ofManyAtOnceForTheSameTimeOneIsSet() throws InterruptedException {
        try (var threads = Executors.newFixedThreadPool(8)) {
            var answers = threads
                    .invokeAll(Stream.of("A", "B", "C", "D", "E", "F", "G", "H")
                            .<Callable<Answer>>map(name -> () -> create(name + " at once", "2034-03-05", "2034-03-15"))
                            .toList())
                    .stream()
                    .map(call -> call.resultNow().status())
                    .toList();
            assertThat(answers).containsOnly(201, 422);
            assertThat(answers).filteredOn(status -> status == 201).hasSize(1);
        }
    }

    @Test
    void theListTellsTheNextResetAndOnlyAdminsSetSeasons() {
        var list = api.learner(Learners.next()).get("/api/seasons").has(200);

        assertThat(list.at("/nextReset").asString()).isEqualTo("2026-11-30T16:00:00Z");
        api.learner(Learners.next())
                .post("/api/seasons", Map.of("name", "Mine", "firstDay", "2035-01-01", "lastDay", "2035-01-31"))
                .isProblem(403, "forbidden");
    }

    private List<String> namesAt(String... instants) {
        return Stream.of(instants)
                .map(instant -> seasons.at(Instant.parse(instant)).name())
                .toList();
    }

    private Answer create(String name, String firstDay, String lastDay) {
        return api.admin().post("/api/seasons", Map.of("name", name, "firstDay", firstDay, "lastDay", lastDay));
    }
}
