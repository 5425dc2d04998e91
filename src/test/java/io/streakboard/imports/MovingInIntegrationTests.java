package io.streakboard.imports;

import static io.streakboard.support.Api.activity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.opening.OpeningBalances;
import io.streakboard.points.opening.OpeningBalances.Balance;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Files of names, balances, scores and badges, and dry runs of all kinds. */
@IntegrationTest
class MovingInIntegrationTests {

    private static final String ACTIVITIES = "user_id,type,source_id,occurred_at\n";
    private static final String NAMES = "user_id,name,avatar\n";
    private static final String BALANCES = "user_id,points,source_id\n";
    private static final String SCORES = "board,member,partition,delta,score,message_id,occurred_at,extra\n";
    private static final String BADGES = "user_id,badge,level,given_at\n";
    private static final int BATCH = 1000;

    private final long learner = Learners.next();
    private final Api api;
    private final Caller admin;
    private final Seasons seasons;
    private final JdbcClient jdbc;

    @Autowired
    private Uploads uploads;

    @Autowired
    private ImportRuns runs;

    @Autowired
    private TakeoverJob takeover;

    @Autowired
    private DataSource dataSource;

    @Autowired
    private OpeningBalances balances;

    MovingInIntegrationTests(Api api, Seasons seasons, JdbcClient jdbc) {
        this.api = api;
        this.admin = api.admin();
        this.seasons = seasons;
        this.jdbc = jdbc;
    }

    @Test
    void namesAreSetAsOftenAsTheyAreImported() {
        var file = NAMES
                + learner + ",\"Ada, Countess\",https://cdn.example.org/ada.png\n"
                + Learners.next() + ",Bob,\n"
                + "-1,Eve,\n"
                + learner + ",,\n"
                + learner + "," + "a".repeat(101) + ",\n"
                + learner + ",Ada,http://cdn.example.org/ada.png\n"
                + learner + ",A\u0007da,\n"
                + learner + ",\u3164,\n"
                + learner + ",Ada,https://10.0.0.1/ada.png\n";

        for (int time = 0; time < 2; time++) {
            var done = imported("names", file);
            assertThat(done.at("/state").asString()).isEqualTo("DONE");
            assertThat(done.at("/kind").asString()).isEqualTo("names");
            assertThat(done.at("/dryRun").asBoolean()).isFalse();
            assertThat(done.at("/accepted").asInt()).isEqualTo(2);
            assertThat(done.at("/awarded").asInt()).isZero();
            assertThat(done.each("errors", "line")).containsExactly("4", "5", "6", "7", "8", "9", "10");
            assertThat(done.each("errors", "code"))
                    .containsExactly(
                            "learner-not-positive",
                            "text-length",
                            "text-length",
                            "not-an-address",
                            "control-characters",
                            "nothing-visible",
                            "not-an-address");
            assertThat(done.each("errors", "field"))
                    .containsExactly("user_id", "name", "name", "avatar", "name", "name", "avatar");
            assertThat(profile().path("name").asString()).isEqualTo("Ada, Countess");
            assertThat(profile().path("avatar").asString()).isEqualTo("https://cdn.example.org/ada.png");
        }
    }

    @Test
    void balancesCountOnceInSumsOverAllTimeAndInNoSeason() throws IOException {
        var file = BALANCES
                + learner + ",700,old-shop\n"
                + learner + ",50,forum\n"
                + learner + ",700,old-shop\n"
                + learner + ",0,nothing\n"
                + learner + ",many,forum\n"
                + learner + ",5,\n";

        var first = result(admin.post("/api/imports?kind=balances", "text/csv", gzip(file)));

        assertThat(first.at("/accepted").asInt()).isEqualTo(2);
        assertThat(first.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(first.each("errors", "code")).containsExactly("range", "not-a-number", "source-id-length");
        assertThat(first.each("errors", "field")).containsExactly("points", "points", "source_id");

        var again = imported("balances", file);

        assertThat(again.at("/accepted").asInt()).isZero();
        assertThat(again.at("/duplicate").asInt()).isEqualTo(3);
        var all = api.learner(learner).get("/api/points/all-time").has(200);
        assertThat(all.at("/points").asInt()).isEqualTo(750);
        assertThat(all.at("/opening").asInt()).isEqualTo(750);
        assertThat(all.at("/seasons").asInt()).isZero();
        assertThat(api.learner(learner).get("/api/points/summary").at("/points").asInt())
                .isZero();
    }

    @Test
    void pointsOfSeasonsAddToTheBalance() {
        imported("balances", BALANCES + learner + ",100,old\n");
        api.take(List.of(activity(learner, "REVIEW", "r", "2026-11-17T04:00:00Z")));

        var all = api.learner(learner).get("/api/points/all-time").has(200);

        assertThat(all.at("/points").asInt()).isEqualTo(110);
        assertThat(all.at("/opening").asInt()).isEqualTo(100);
        assertThat(all.at("/seasons").asInt()).isEqualTo(1);
    }

    @Test
    void aLaterFileCorrectsBalances() {
        var wrong = BALANCES + learner + ",7000,old-shop\n" + learner + ",50,forum\n";
        var right = BALANCES + learner + ",700,old-shop\n" + learner + ",0,forum\n" + learner + ",0,frum\n";
        imported("balances", wrong);
        assertThat(opening()).isEqualTo(7050);

        var planned = dryRun("balances", right);
        assertThat(opening()).isEqualTo(7050);
        var done = imported("balances", right);

        assertThat(done.at("/admin").asString()).isEqualTo("1");
        for (var answer : List.of(planned, done)) {
            assertThat(answer.at("/accepted").asInt()).isEqualTo(2);
            assertThat(answer.each("errors", "code")).containsExactly("range");
        }
        assertThat(opening()).isEqualTo(700);

        assertThat(imported("balances", right).at("/duplicate").asInt()).isEqualTo(2);
        assertThat(opening()).isEqualTo(700);
        var balances =
                admin.get("/api/learners/" + learner + "/export").has(200).at("/data/openingBalances");
        assertThat(balances.at("/0/sourceId").asString()).isEqualTo("forum");
        assertThat(balances.at("/0/points").asInt()).isZero();
        assertThat(balances.at("/1/corrections/0/former").asInt()).isEqualTo(7000);
        assertThat(balances.at("/1/corrections/0/points").asInt()).isEqualTo(700);
        assertThat(balances.at("/1/corrections/0/importRunId").asLong())
                .isEqualTo(done.at("/id").asLong());
        assertThat(balances.at("/1/corrections/1").isMissingNode()).isTrue();

        assertThat(imported("balances", wrong).at("/accepted").asInt())
                .as("the newest file decides")
                .isEqualTo(2);
        assertThat(opening()).isEqualTo(7050);
    }

    @Test
    void aFileThatSaysTwoThingsOfABalanceCountsTheFirst() {
        var done = imported("balances", BALANCES + learner + ",5,a\n" + learner + ",6,a\n" + learner + ",5,a\n");

        assertThat(done.at("/accepted").asInt()).isEqualTo(1);
        assertThat(done.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(done.each("errors", "code")).containsExactly("said-otherwise");
        assertThat(opening()).isEqualTo(5);
    }

    /** An instance may go on with a file long after another one was imported. */
    @Test
    void anOlderFileThatComesLateCorrectsNothing() {
        var newer = imported("balances", BALANCES + learner + ",700,a\n");

        var violations = balances.add(
                List.of(new Balance(learner, 7000, "a")), newer.at("/id").asLong() - 1);

        assertThat(violations.getFirst().orElseThrow().code()).isEqualTo("corrected-since");
        assertThat(opening()).isEqualTo(700);
    }

    @Test
    void balancesThatComeAtOnceCountOnce() {
        try (var threads = Executors.newFixedThreadPool(6)) {
            var files = IntStream.rangeClosed(1, 12)
                    .mapToObj(file ->
                            threads.submit(() -> balances.add(List.of(new Balance(learner, 10L * file, "a")), file)))
                    .toList();
            assertThat(files).allSatisfy(file -> assertThat(file.get()).hasSize(1));
        }

        assertThat(opening()).isEqualTo(120);
        var steps = jdbc.sql("""
                        SELECT former, points FROM points_opening_change WHERE user_id = ? ORDER BY import_run_id
                        """)
                .param(learner)
                .query((row, number) -> List.of(row.getLong(1), row.getLong(2)))
                .list();
        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i).getFirst()).isEqualTo(steps.get(i - 1).getLast());
        }
    }

    @Test
    void balancesAreExportedAndDeletedWithTheirLearner() {
        imported("balances", BALANCES + learner + ",90,old\n");
        imported("balances", BALANCES + learner + ",100,old\n");

        var export = admin.get("/api/learners/" + learner + "/export").has(200);
        assertThat(export.at("/data/openingBalances/0/points").asInt()).isEqualTo(100);
        assertThat(export.at("/data/openingBalances/0/sourceId").asString()).isEqualTo("old");

        admin.delete("/api/learners/" + learner).has(202);
        assertThat(balances()).isZero();
        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_opening_change WHERE user_id = ?")
                        .param(learner)
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(imported("balances", BALANCES + learner + ",100,old\n").each("errors", "code"))
                .containsExactly("learner-deleted");
        assertThat(balances()).isZero();
    }

    @Test
    void scoresGoToTheirBoardsAndCountOnce() {
        var file = SCORES
                + "lessons," + learner + ",,5,,%1$d-a,2026-11-18T03:00:00Z,\n"
                + "cup," + learner + ",math,7,,%1$d-b,2026-11-18T03:00:00Z,\"{\"\"team\"\":\"\"red\"\"}\"\n"
                + "quiz," + learner + ",,,90,%1$d-c,2026-11-18T03:00:00Z,\n"
                + "lessons," + learner + ",,5,,%1$d-a,2026-11-18T03:00:00Z,\n"
                + "lessons," + learner + ",,1,,%1$d-d,2020-01-01T00:00:00Z,\n"
                + "chess," + learner + ",,5,,%1$d-e,2026-11-18T03:00:00Z,\n"
                + "quiz," + learner + ",,5,,%1$d-f,2026-11-18T03:00:00Z,\n"
                + "lessons,Ada,,5,,%1$d-g,2026-11-18T03:00:00Z,\n"
                + "lessons," + learner + ",,-100,,%1$d-h,2026-11-18T03:00:00Z,\n"
                + "lessons," + learner + ",,5,,,2026-11-18T03:00:00Z,\n";
        var lines = file.formatted(learner);

        var planned = dryRun("scores", lines);
        assertThat(planned.at("/accepted").asInt()).as("with the one below 0").isEqualTo(4);
        assertThat(planned.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(planned.at("/late").asInt()).isEqualTo(1);
        assertThat(score("lessons")).isZero();

        var done = imported("scores", lines);
        assertThat(done.at("/accepted").asInt()).isEqualTo(3);
        assertThat(done.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(done.at("/late").asInt()).isEqualTo(1);
        assertThat(done.at("/invalid").asInt()).isEqualTo(5);
        assertThat(done.each("errors", "line")).containsExactly("6", "7", "8", "9", "10", "11");
        assertThat(done.each("errors", "code"))
                .containsExactly(
                        "not-kept", "board-unknown", "required", "not-a-member", "score", "visible-characters");
        assertThat(done.each("errors", "field").getLast()).isEqualTo("message_id");

        var again = imported("scores", lines);
        assertThat(again.at("/accepted").asInt()).isZero();
        assertThat(again.at("/duplicate").asInt()).isEqualTo(4);
        assertThat(score("lessons")).isEqualTo(5);
        assertThat(score("quiz")).isEqualTo(90);
        assertThat(api.service()
                        .get("/api/boards/cup/scores/%d?period=2026-11-18&partition=math".formatted(learner))
                        .has(200)
                        .at("/extra/team")
                        .asString())
                .isEqualTo("red");
    }

    @Test
    void badgesOfThePastKeepTheirTimeAndAreNotTold() {
        var file = BADGES
                + learner + ",regular,5,2024-05-01T08:00:00Z\n"
                + learner + ",regular,5,2024-05-02T08:00:00Z\n"
                + learner + ",regular,6,2024-05-01T08:00:00Z\n"
                + learner + ",dancer,5,2024-05-01T08:00:00Z\n"
                + learner + ",saver,200,2999-05-01T08:00:00Z\n"
                + learner + ",saver,200,1999-05-01T08:00:00Z\n";

        var done = imported("badges", file);

        assertThat(done.at("/accepted").asInt()).isEqualTo(1);
        assertThat(done.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(done.each("errors", "code"))
                .containsExactly("level-unknown", "badge-unknown", "in-the-future", "too-long-ago");
        assertThat(imported("badges", file).at("/duplicate").asInt()).isEqualTo(2);
        assertThat(badgesOf(learner)).containsExactly("regular 5 2024-05-01T08:00");
        assertThat(jdbc.sql("SELECT COUNT(*) FROM feed WHERE type = 'badge.given' AND data LIKE ?")
                        .param("%" + learner + "%")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void aFileOfAnotherKindIsRefusedAtOnce() {
        var file = (NAMES + learner + ",Ada,\n").getBytes(StandardCharsets.UTF_8);

        admin.post("/api/imports", "text/csv", file).isInvalid("body");
        admin.post("/api/imports?kind=scores", "text/csv", file).isInvalid("body");
        admin.post("/api/imports?kind=poems", "text/csv", file).isInvalid("kind");
        admin.post("/api/imports?kind=names&dry-run=perhaps", "text/csv", file).isInvalid("dry-run");
        admin.post(
                        "/api/imports?kind=names",
                        "text/csv",
                        (NAMES.replace("\n", ",email\n") + learner + ",Ada,,x\n").getBytes(StandardCharsets.UTF_8))
                .isInvalid("body");
    }

    @Test
    void aDryRunOfAKindThatPaysNothingWritesNothing() {
        var balances = dryRun("balances", BALANCES + learner + ",5,a\n" + learner + ",5,a\nx,5,a\n");
        assertThat(balances.at("/dryRun").asBoolean()).isTrue();
        assertThat(balances.at("/accepted").asInt()).isEqualTo(1);
        assertThat(balances.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(balances.each("errors", "line")).containsExactly("4");
        assertThat(balances()).isZero();

        assertThat(dryRun("names", NAMES + learner + ",Ada,\n").at("/accepted").asInt())
                .isEqualTo(1);
        assertThat(profile().isEmpty()).isTrue();

        assertThat(dryRun("badges", BADGES + learner + ",regular,5,2024-05-01T08:00:00Z\n")
                        .at("/accepted")
                        .asInt())
                .isEqualTo(1);
        assertThat(badgesOf(learner)).isEmpty();
        assertThat(admin.get("/api/imports?size=1")
                        .has(200)
                        .at("/items/0/dryRun")
                        .asBoolean())
                .isTrue();
    }

    /** Ten reviews of 10 points with a cap of 50 a day, an old one of a missing month, and some that are no good. */
    @Test
    void aDryRunOfActivitiesTellsWhatTheImportThenDoes() {
        var month = "2001-12";
        var file = new StringBuilder(ACTIVITIES);
        file.append("%d,SIGN_IN,%2$s-09,%2$s-09T04:00:00Z\n".formatted(learner, month));
        file.append("%d,SIGN_IN,%2$s-09,%2$s-09T05:00:00Z\n".formatted(learner, month));
        for (int i = 0; i < 10; i++) {
            file.append("%d,QUESTION,q%d,%s-10T04:00:00Z\n".formatted(learner, i, month));
        }
        file.append("%d,QUESTION,q1,%s-11T04:00:00Z\n".formatted(learner, month));
        file.append("%d,JUGGLING,j,%s-11T04:00:00Z\n".formatted(learner, month));

        var planned = dryRun("activities", file.toString());

        assertThat(seasons.opened(Instant.parse(month + "-10T04:00:00Z"))).isEmpty();
        assertThat(api.learner(learner).pages("/api/points/records?limit=10")).isEmpty();
        var done = imported("activities", file.toString());
        assertThat(counts(planned)).isEqualTo(counts(done));
        assertThat(done.at("/refused").asInt()).isPositive();
        assertThat(done.at("/duplicate").asInt()).isEqualTo(2);

        var again = dryRun("activities", file.toString());
        assertThat(again.at("/duplicate").asInt()).isEqualTo(13);
        assertThat(again.at("/invalid").asInt()).isEqualTo(1);
    }

    private void takeOver(long id, int tries) {
        jdbc.sql("UPDATE import_run SET lease_until = '2009-01-01', tries = ? WHERE id = ?")
                .params(tries, id)
                .update();
        takeover.takeOver();
    }

    @Test
    void anImportOfBalancesOfASilentInstanceContinuesElsewhere() throws SQLException, IOException {
        var file = BALANCES
                + IntStream.range(0, 3 * BATCH)
                        .mapToObj(line -> "%d,1,%04d\n".formatted(learner, line))
                        .collect(Collectors.joining());
        long id;
        try (var gate = holdUp("%04d".formatted(2 * BATCH - 1))) {
            id = admin.post("/api/imports?kind=balances", "text/csv", file.getBytes(StandardCharsets.UTF_8))
                    .has(202)
                    .at("/id")
                    .asLong();
            await().until(() -> runs.findById(id).orElseThrow().lineReached() == 1 + BATCH);
            jdbc.sql("UPDATE import_run SET lease_until = '2009-01-01' WHERE id = ?")
                    .param(id)
                    .update();

            takeover.takeOver();
            gate.rollback();
        }
        var done = awaitDone(id);

        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/rows").asInt()).isEqualTo(3 * BATCH);
        assertThat(done.at("/accepted").asInt()).isEqualTo(3 * BATCH);
        assertThat(balances()).isEqualTo(3 * BATCH);
    }

    @Test
    void aDryRunThatIsTakenOverStaysOne() throws IOException {
        var run = uploads.receive(
                "balances",
                true,
                "ops",
                new ByteArrayInputStream((BALANCES + learner + ",5,a\n").getBytes(StandardCharsets.UTF_8)));
        jdbc.sql("UPDATE import_run SET lease_until = '2009-01-01' WHERE id = ?")
                .param(run.id())
                .update();

        takeover.takeOver();

        assertThat(awaitDone(run.id()).at("/accepted").asInt()).isEqualTo(1);
        assertThat(balances()).isZero();
    }

    /** Blocks writers of this balance until it is opened. */
    private Connection holdUp(String sourceId) throws SQLException {
        var gate = dataSource.getConnection();
        gate.setAutoCommit(false);
        try (var statement = gate.createStatement()) {
            statement.execute(
                    "INSERT INTO points_opening (user_id, source_id, points, recorded_at) VALUES (%d, '%s', 1, '2009-01-01')"
                            .formatted(learner, sourceId));
        }
        return gate;
    }

    private int opening() {
        return api.learner(learner)
                .get("/api/points/all-time")
                .has(200)
                .at("/opening")
                .asInt();
    }

    private long balances() {
        return jdbc.sql("SELECT COUNT(*) FROM points_opening WHERE user_id = ?")
                .param(learner)
                .query(Long.class)
                .single();
    }

    private JsonNode profile() {
        return admin.get("/api/learners/" + learner + "/export").has(200).at("/data/profile");
    }

    private List<String> badgesOf(long owner) {
        return jdbc.sql("SELECT badge, level, given_at FROM badge_given WHERE user_id = ?")
                .param(owner)
                .query((row, number) ->
                        row.getString(1) + " " + row.getLong(2) + " " + row.getObject(3, LocalDateTime.class))
                .list();
    }

    private int score(String board) {
        return api.service()
                .get("/api/boards/%s/scores/%d".formatted(board, learner))
                .has(200)
                .at("/score")
                .asInt();
    }

    private static List<Integer> counts(Answer progress) {
        return List.of("rows", "awarded", "cut", "refused", "duplicate", "late", "invalid").stream()
                .map(count -> progress.at("/" + count).asInt())
                .toList();
    }

    private Answer imported(String kind, String csv) {
        return result(admin.post("/api/imports?kind=" + kind, "text/csv", csv.getBytes(StandardCharsets.UTF_8)));
    }

    private Answer dryRun(String kind, String csv) {
        return result(
                admin.post("/api/imports?dry-run=true&kind=" + kind, "text/csv", csv.getBytes(StandardCharsets.UTF_8)));
    }

    private Answer result(Answer started) {
        return awaitDone(started.has(202).at("/id").asLong());
    }

    private Answer awaitDone(long id) {
        return await().until(
                        () -> admin.get("/api/imports/" + id).has(200),
                        answer -> !answer.at("/state").asString().equals("RUNNING"));
    }

    private static byte[] gzip(String text) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return compressed.toByteArray();
    }
}
