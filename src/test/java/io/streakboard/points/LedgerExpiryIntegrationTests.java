package io.streakboard.points;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Exports of seasons, and the rest of a season whose ledger has expired. */
@IntegrationTest
class LedgerExpiryIntegrationTests {

    private static final String RECORDS =
            "user_id,type,source_id,day,points,outcome,reason,occurred_at,recorded_at,bonus,bonus_title,bonus_percent,title\n";

    @Autowired
    private Api api;

    @Autowired
    private LedgerExpiry expiry;

    @Autowired
    private PointsLedger ledger;

    @Autowired
    private Activities activities;

    @Autowired
    private Seasons seasons;

    @Autowired
    private BusinessTime time;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void anExpiredSeasonHasItsBoardButNoLedger() {
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long learner = Learners.next();
        var season = settled(month, learner);
        var late = seasons.at(Instant.parse(next + "-10T04:00:00Z")); // ended, but not settled
        var learnerApi = api.learner(learner);
        assertThat(learnerApi.get("/api/points/records").has(200).each("items", "season"))
                .contains(month.toString());

        expire(season);

        assertThat(tables(season)).containsExactlyInAnyOrder("points_board_" + season.id());
        assertThat(tables(late)).hasSize(3);
        assertThat(learnerApi.get("/api/points/records").has(200).each("items", "season"))
                .doesNotContain(month.toString());
        var days = learnerApi
                .get("/api/points/days?from=" + month + "-01&to=" + month.atEndOfMonth())
                .has(200);
        assertThat(days.at("/keptSince").asString()).isEqualTo(next + "-01");
        assertThat(days.at("/items").isEmpty()).isTrue();
        assertThat(learnerApi
                        .get("/api/boards/points/top?season=" + month)
                        .has(200)
                        .at("/me/score")
                        .asInt())
                .isEqualTo(20);
        assertThat(api.admin()
                        .download("/api/seasons/" + month + "/board.csv")
                        .getStatusCode()
                        .value())
                .isEqualTo(200);
        api.admin().get("/api/seasons/" + month + "/records.csv").isProblem(410, "ledger-expired");
        api.admin().get("/api/seasons/" + month + "/totals.csv").isProblem(410, "ledger-expired");
        assertThat(learnerApi.seasons().stream().map(each -> each.path("name").asString()))
                .contains(month.toString());
    }

    @Test
    void claimsOfAnExpiredSeasonAreNotPaidAgain() {
        var month = Months.next();
        long learner = Learners.next();
        var season = settled(month, learner);
        var known = new Activity(learner, "REVIEW", "r0", Instant.parse(month + "-10T04:00:00Z"));
        var claim = new Claim(learner, known.type(), known.sourceId(), known.occurredAt(), 10);

        seasons.expire(season);

        assertThat(activities.take(List.of(known)).getFirst().outcome()).isEqualTo(Outcome.INVALID);
        assertThat(activities.take(List.of(known)).getFirst().detail())
                .startsWith("occurredAt: ")
                .endsWith("has expired");
        // What was valid a moment ago, or comes from the journal
        assertThat(ledger.post(List.of(claim)).getFirst().outcome()).isEqualTo(Outcome.INVALID);
        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_late WHERE user_id = ?")
                        .param(learner)
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    void aCrashBetweenTheTwoTablesIsMadeUpForByTheNextRun() {
        var season = settled(Months.next(), Learners.next());
        seasons.expire(season);
        jdbc.sql("DROP TABLE points_record_" + season.id()).update();

        dropExpired();
        dropExpired();

        assertThat(tables(season)).containsExactly("points_board_" + season.id());
    }

    @Test
    void readersHaveAMomentToMoveOn() {
        var season = settled(Months.next(), Learners.next());

        seasons.expire(season);
        expiry.dropExpiredBefore(time.now().minusSeconds(30));

        assertThat(tables(season)).hasSize(3);
    }

    @Test
    void aSeasonIsExportedRowByRow() {
        var month = Months.next();
        long first = Learners.next();
        long second = Learners.next();
        settled(month, first, second);
        jdbc.sql("INSERT INTO learner (user_id, name, avatar) VALUES (?, '=1+1', 'https://cdn.example.org/2.png')")
                .param(second)
                .update();

        var records = text("/api/seasons/" + month + "/records.csv");
        var totals = text("/api/seasons/" + month + "/totals.csv");
        var board = text("/api/seasons/" + month + "/board.csv");

        assertThat(records)
                .startsWith(RECORDS + first + ",REVIEW,r0," + month + "-10,10,AWARDED,," + month + "-10T04:00:00Z,");
        assertThat(records.lines()).hasSize(5);
        assertThat(totals)
                .isEqualTo(
                        "user_id,points,reached_at,corrections\n%1$d,20,%3$s-10T04:00:01Z,0\n%2$d,20,%3$s-10T04:00:01Z,0\n"
                                .formatted(first, second, month));
        assertThat(board.lines())
                .startsWith("rank,user_id,name,points,reached_at,avatar")
                .hasSize(3)
                .anyMatch(row -> row.matches("[12],%d,,20,%s-10T04:00:01Z,".formatted(first, month)))
                .anyMatch(row -> row.matches(
                        "[12],%d,'=1\\+1,20,%s-10T04:00:01Z,https://cdn.example.org/2.png".formatted(second, month)));
        assertThat(board.lines().map(row -> row.split(",", 2)[0])).containsExactly("rank", "1", "2");
    }

    /** More rows than a page holds, of few learners: the key of the last row decides where the next page begins. */
    @Test
    void anExportGoesOnWhereAPageEnded() throws IOException {
        var season = seasons.at(Instant.parse("2001-11-10T04:00:00Z"));
        jdbc.sql("""
                        INSERT INTO points_record_%d
                            (user_id, type, source_id, day, points, outcome, reasons, occurred_at, recorded_at)
                        SELECT 1 + n DIV 7000, IF(n MOD 3 = 0, 'NOTE', 'LESSON'), CONCAT('a,"b"', n), '2001-11-10', 1,
                               'AWARDED', NULL, '2001-11-10', '2001-11-10'
                          FROM (WITH RECURSIVE numbers AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 999)
                                SELECT a.n + 1000 * b.n AS n FROM numbers a JOIN numbers b ON b.n < 21) AS all_numbers
                        """.formatted(season.id())).update();

        var all = text("/api/seasons/" + season.id() + "/records.csv");

        assertThat(all.lines()).hasSize(21_001).doesNotHaveDuplicates();
        var zipped = api.admin().download("/api/seasons/2001-11/records.csv", "Accept-Encoding", "gzip");
        assertThat(zipped.getHeaders().getFirst("Content-Encoding")).isEqualTo("gzip");
        assertThat(zipped.getHeaders().getContentDisposition().getFilename()).isEqualTo("records-2001-11.csv");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.getBody())).readAllBytes())
                .isEqualTo(all.getBytes(UTF_8));
        jdbc.sql("TRUNCATE TABLE points_record_" + season.id()).update();
    }

    @Test
    void missingLedgersAreAnsweredBeforeTheFirstByte() {
        api.admin().get("/api/seasons/1887-01/records.csv").isProblem(404, "season-not-found");
        api.admin().get("/api/seasons/current/board.csv").isProblem(409, "season-not-settled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"records", "totals", "board"})
    void onlyAdminsExport(String what) {
        api.learner(Learners.next())
                .get("/api/seasons/current/" + what + ".csv")
                .isProblem(403, "forbidden");
        api.anonymous().get("/api/seasons/current/" + what + ".csv").isProblem(401, "unauthorized");
    }

    /** Marks, then drops: only this season, whatever others have ended as early. */
    private void expire(Season season) {
        assertThat(season.endsAt()).isBefore(time.now());
        expiry.expireEndedBy(LocalDate.parse(season.name() + "-02"));
        assertThat(seasons.byId(season.id()).expired()).isFalse();
        expiry.expireEndedBy(time.dayOf(season.endsAt()));
        assertThat(seasons.byId(season.id()).expired()).isTrue();
        dropExpired();
    }

    private void dropExpired() {
        expiry.dropExpiredBefore(time.now().plusSeconds(1));
    }

    private String text(String path) {
        return new String(api.admin().download(path).getBody(), UTF_8);
    }

    private Season settled(YearMonth month, long... learners) {
        for (long learner : learners) {
            for (int i = 0; i < 2; i++) {
                activities.take(List.of(new Activity(
                        learner,
                        "REVIEW",
                        "r" + i,
                        Instant.parse(month + "-10T04:00:00Z").plusSeconds(i))));
            }
        }
        api.settle(month);
        return seasons.find(month.toString());
    }

    private List<String> tables(Season season) {
        return jdbc.sql("""
                        SELECT table_name FROM information_schema.tables
                         WHERE table_schema = DATABASE() AND table_name LIKE 'points\\_%\\_{}'
                        """.replace("{}", "" + season.id()))
                .query((row, number) -> row.getString(1))
                .list();
    }
}
