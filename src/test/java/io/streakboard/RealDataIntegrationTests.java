package io.streakboard;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.SeasonHolds;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Year;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/**
 * Thirteen years of what people really did, {@code data/README.md}, through the same doors as in production: imported,
 * settled and read over HTTP, with the jobs running.
 */
@IntegrationTest
@ActiveProfiles("development") // without the example module, which writes row by row
@TestPropertySource(
        properties = {
            // the defaults, which other tests change
            "streakboard.season.max-open-past-seasons=24",
            "streakboard.season.quiet-period=2m",
            "streakboard.signin.check-interval=5s",
            "streakboard.board.check-interval=2s",
            "streakboard.settlement.interval=5s",
            "streakboard.settlement.copy-interval=1s",
            "streakboard.imports.check-interval=10s",
            "streakboard.events.check-interval=10s",
            "streakboard.events.listener-queue=100",
            "streakboard.events.max-attempts=10"
        })
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@DirtiesContext
@Tag("any-redis")
class RealDataIntegrationTests {

    private static final List<String> LIVE = List.of("2012-10", "2023-05", "2024-12", "2025-01", "2026-08");
    private static final int ACTIVITIES = 75_658;
    private static final Duration A_LOOK_EVERY = Duration.ofSeconds(3);
    private static final int VERY_ACTIVE = 100; // signed days

    private static final String OWNER = "live boards";

    private final Api api;
    private final SeasonHolds holds;
    private final JdbcClient jdbc;
    private final Caller admin;
    private final Caller learner;

    RealDataIntegrationTests(Api api, SeasonHolds holds, JdbcClient jdbc) {
        this.api = api;
        this.holds = holds;
        this.jdbc = jdbc;
        this.admin = api.admin();
        this.learner = api.learner(1001);
    }

    @BeforeAll
    void importTheFile() throws IOException {
        holds.hold(LIVE.stream().map(YearMonth::parse).collect(toSet()), OWNER, "compared live first", null);
        var done = imported(file());

        assertThat(done.path("rows").asInt()).isEqualTo(ACTIVITIES);
        assertThat(done.path("invalid").asInt()).isZero();
        assertThat(done.path("duplicate").asInt()).isZero();
        assertThat(done.path("late").asInt()).isZero();
    }

    @Test
    @Order(1)
    void ledgerTotalsAndLiveBoardsAgree() {
        ledgersAndTotalsAgree();
        for (var season : List.of("2023-05", "2026-08", "2012-10")) {
            var drift =
                    admin.actuator("/boards/points?season=" + season).has(200).at("/drift");
            assertThat(drift.path("missing").asInt()
                            + drift.path("different").asInt()
                            + drift.path("surplus").asInt())
                    .as("drift of %s: %s", season, drift)
                    .isZero();
            assertThat(drift.path("learners").asInt()).isPositive();
        }
    }

    @Test
    @Order(2)
    void liveBoardsShowTheExpectedRanks() {
        assertThat(boards()).isEqualTo(csv("expected-boards.csv"));
    }

    @Test
    @Order(3)
    void everyClosedSeasonSettlesAsExpected() {
        holds.release(OWNER);
        var expected = csv("expected-seasons.csv");
        for (var season : expected) {
            var month = season.substring(0, season.indexOf(','));
            admin.actuate("/seasons/" + month, Map.of("action", "settle")).has(200);
        }

        // The list of all seasons is long: looked at more often it would take longer than they do.
        await().atMost(Duration.ofMinutes(10)).pollInterval(A_LOOK_EVERY).untilAsserted(() -> {
            var settled = seasons().values().stream()
                    .filter(season -> season.path("state").asString().equals("SETTLED"))
                    .map(season -> String.join(
                            ",",
                            season.path("name").asString(),
                            season.path("learners").asString(),
                            season.path("points").asString()))
                    .sorted()
                    .toList();
            assertThat(settled).isEqualTo(expected);
        });
    }

    @Test
    @Order(4)
    void settledBoardsShowTheSameFromTheirTables() {
        assertThat(seasons())
                .hasEntrySatisfying(
                        "2023-05",
                        season -> assertThat(season.path("state").asString()).isEqualTo("SETTLED"));

        assertThat(boards()).isEqualTo(csv("expected-boards.csv"));
    }

    @Test
    @Order(4)
    void learnersFindTheirRanksAndTheDaysOfTheirPoints() {
        var ranks = new HashMap<String, Integer>();
        for (var line : csv("expected-boards.csv")) {
            var columns = line.split(",");
            int rank = ranks.merge(columns[0], 1, Integer::sum);
            var caller = api.learner(Long.parseLong(columns[1]));
            var month = YearMonth.parse(columns[0]);

            var own = Stream.of(1, 2)
                    .flatMap(page -> caller.get("/api/points/ranks?size=100&page=" + page)
                            .has(200)
                            .at("/items")
                            .valueStream())
                    .filter(item -> item.at("/season/name").asString().equals(columns[0]))
                    .toList();
            assertThat(own).singleElement().satisfies(item -> {
                assertThat(item.path("rank").asInt()).isEqualTo(rank);
                assertThat(item.path("points").asString()).isEqualTo(columns[2]);
                assertThat(item.path("reachedAt").asString()).isEqualTo(columns[3]);
            });
            var days = caller.get("/api/points/days?from=" + month.atDay(1) + "&to=" + month.atEndOfMonth())
                    .has(200);
            assertThat(days.at("/total").asString()).isEqualTo(columns[2]);
            assertThat(days.at("/items")
                            .valueStream()
                            .mapToLong(item -> item.path("points").asLong())
                            .sum())
                    .isEqualTo(Long.parseLong(columns[2]));
        }
    }

    @Test
    @Order(5)
    void calendarsShowTheDaysAndTheLongestStreak() throws InterruptedException {
        var seed = new Random().nextLong();
        var expected = someAndTheMostActive(new Random(seed));
        var years = Stream.iterate(Year.of(2012), year -> year.plusYears(1))
                .limit(15)
                .toList();
        // Each learner's longest streak, and for the most active the days of every year as well.
        var streaks = expected.stream()
                .<Callable<String>>map(row -> () -> {
                    var columns = row.split(",");
                    var caller = api.learner(Long.parseLong(columns[0]));
                    var longest =
                            caller.get("/api/sign-ins/calendar?month=2026-11").has(200);
                    int days = Integer.parseInt(columns[1]) < VERY_ACTIVE
                            ? caller.get("/api/points/all-time")
                                    .has(200)
                                    .at("/signedDays")
                                    .asInt()
                            : years.stream()
                                    .mapToInt(year -> caller.get("/api/sign-ins/years/" + year)
                                            .has(200)
                                            .at("/total")
                                            .asInt())
                                    .sum();
                    return columns[0] + "," + days + ","
                            + longest.at("/longestStreak").asInt();
                })
                .toList();

        try (var threads = Executors.newFixedThreadPool(8)) {
            assertThat(threads.invokeAll(streaks).stream()
                            .map(each -> each.resultNow())
                            .toList())
                    .as("of the learners that seed %d chooses", seed)
                    .isEqualTo(expected);
        }
    }

    /** An eighth of all learners: most of them signed in once, and the log is compared for everybody. */
    private static List<String> someAndTheMostActive(Random random) {
        return csv("expected-streaks.csv").stream()
                .filter(row -> Integer.parseInt(row.split(",")[1]) >= VERY_ACTIVE || random.nextInt(8) == 0)
                .toList();
    }

    @Test
    @Order(6)
    void theLogHasARowForEverySignedDay() {
        var days = jdbc.sql(
                        "SELECT CONCAT_WS(',', user_id, COUNT(*)) FROM sign_in_log GROUP BY user_id ORDER BY user_id")
                .query((row, number) -> row.getString(1))
                .list();

        assertThat(days)
                .isEqualTo(csv("expected-streaks.csv").stream()
                        .map(row -> row.substring(0, row.lastIndexOf(',')))
                        .toList());
    }

    @Test
    @Order(7)
    void whatIsImportedAgainIsAllDuplicateAndChangesNothing() throws IOException {
        var before = checksums();
        var some = someOfAllMonths();

        var done = imported(zipped(some));

        assertThat(done.path("rows").asInt()).isEqualTo(some.size() - 1);
        assertThat(done.path("duplicate").asInt()).isEqualTo(some.size() - 1);
        assertThat(checksums()).isEqualTo(before);
    }

    @Test
    @Order(8)
    void ledgerTotalsAndBoardTablesAgreeForEveryLearner() {
        ledgersAndTotalsAgree();
        for (var season : settled()) {
            assertThat(count("""
                            SELECT COUNT(*) FROM points_total_%1$s t LEFT JOIN points_board_%1$s b ON b.user_id = t.user_id
                             WHERE t.points <> COALESCE(b.points, 0)
                            """.formatted(season)))
                    .as("totals that differ from the board of season %s", season)
                    .isZero();
            assertThat(count("""
                            SELECT COUNT(*) FROM points_board_%1$s a JOIN points_board_%1$s b ON b.id = a.id + 1
                             WHERE a.points < b.points OR a.points = b.points AND a.reached_at > b.reached_at
                            """.formatted(season)))
                    .as("neighbours out of order in season %s", season)
                    .isZero();
        }
        await().untilAsserted(() ->
                assertThat(admin.actuator("/events").at("/open").asInt()).isZero());
        assertThat(admin.actuator("/events").at("/parked").asInt()).isZero();
    }

    private void ledgersAndTotalsAgree() {
        for (var season : seasons().values()) {
            assertThat(count("""
                            SELECT COUNT(*) FROM points_total_%1$s t LEFT JOIN
                                   (SELECT user_id, SUM(points) AS points FROM points_record_%1$s GROUP BY user_id) r
                                   ON r.user_id = t.user_id
                             WHERE t.points <> COALESCE(r.points, 0)
                            """.formatted(season.path("id").asString())))
                    .as("totals that differ from the ledger of %s", season)
                    .isZero();
        }
    }

    /** The header and every tenth row: the file is in the order of time. */
    private static List<String> someOfAllMonths() throws IOException {
        try (var file = new GZIPInputStream(new ByteArrayInputStream(file()))) {
            var lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return IntStream.range(0, lines.size())
                    .filter(line -> line % 10 == 0)
                    .mapToObj(lines::get)
                    .toList();
        }
    }

    private static byte[] zipped(List<String> lines) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] file() throws IOException {
        return new ClassPathResource("data/activity.csv.gz").getContentAsByteArray();
    }

    private JsonNode imported(byte[] zipped) {
        long id = admin.post("/api/imports", "text/csv", zipped, "Content-Encoding", "gzip")
                .has(202)
                .at("/id")
                .asLong();
        await().atMost(Duration.ofMinutes(10))
                .untilAsserted(() -> assertThat(admin.get("/api/imports/" + id)
                                .has(200)
                                .at("/state")
                                .asString())
                        .isEqualTo("DONE"));
        return admin.get("/api/imports/" + id).body();
    }

    private Map<String, JsonNode> seasons() {
        var seasons = new LinkedHashMap<String, JsonNode>();
        for (int page = 1; page <= 2; page++) {
            learner.get("/api/seasons?size=100&page=" + page)
                    .has(200)
                    .body()
                    .path("items")
                    .forEach(season -> seasons.put(season.path("name").asString(), season));
        }
        return seasons;
    }

    private List<String> settled() {
        return seasons().values().stream()
                .filter(season -> season.path("state").asString().equals("SETTLED"))
                .map(season -> season.path("id").asString())
                .toList();
    }

    /** The boards of the expected months as lines of their file. */
    private List<String> boards() {
        var lines = new ArrayList<String>();
        for (var month : csv("expected-boards.csv").stream()
                .map(line -> line.substring(0, line.indexOf(',')))
                .distinct()
                .toList()) {
            learner.get("/api/boards/points/top?size=100&season=" + month)
                    .has(200)
                    .body()
                    .path("items")
                    .forEach(item -> lines.add(String.join(
                            ",",
                            month,
                            item.path("member").asString(),
                            item.path("score").asString(),
                            item.path("reachedAt").asString())));
        }
        return lines;
    }

    private Map<String, Long> checksums() {
        var sums = new LinkedHashMap<String, Long>();
        for (var season : seasons().values()) {
            var id = season.path("id").asString();
            sums.put("rows " + id, count("SELECT COUNT(*) FROM points_record_" + id));
            sums.put("ledger " + id, count("SELECT COALESCE(SUM(points), 0) FROM points_record_" + id));
            sums.put("totals " + id, count("SELECT COALESCE(SUM(points), 0) FROM points_total_" + id));
            sums.put("board " + id, count("SELECT COALESCE(SUM(points * id), 0) FROM points_board_" + id));
        }
        sums.put("late", count("SELECT COUNT(*) FROM points_late"));
        sums.put("log", count("SELECT COUNT(*) FROM sign_in_log"));
        return sums;
    }

    private long count(String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }

    private static List<String> csv(String name) {
        try {
            return new ClassPathResource("data/" + name)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        } catch (IOException missing) {
            throw new java.io.UncheckedIOException(missing);
        }
    }
}
