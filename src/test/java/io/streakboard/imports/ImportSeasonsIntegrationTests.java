package io.streakboard.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.imports.kinds.FileKinds;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

/** Imports that are held up or taken over, with an admin who would settle their months meanwhile. */
@IntegrationTest
class ImportSeasonsIntegrationTests {

    private static final int LINES_A_MONTH = 1000; // a batch

    private final Caller admin;
    private final Seasons seasons;
    private final JdbcClient jdbc;
    private final DataSource dataSource;
    private final BusinessTime time;

    @Autowired
    private Import imports;

    @Autowired
    private ImportRuns runs;

    @Autowired
    private ImportChunks chunks;

    @Autowired
    private Uploads uploads;

    @Autowired
    private TakeoverJob takeover;

    @Autowired
    private ImportCheckpoint checkpoint;

    @Autowired
    private FileKinds kinds;

    @Autowired
    private DownstreamDelivery delivery;

    @Autowired
    private ImportMonths months;

    ImportSeasonsIntegrationTests(Api api, Seasons seasons, JdbcClient jdbc, DataSource dataSource, BusinessTime time) {
        this.admin = api.admin();
        this.seasons = seasons;
        this.jdbc = jdbc;
        this.dataSource = dataSource;
        this.time = time;
    }

    @Test
    void noMonthOfAFileIsSealedBeforeItsLinesAreRead() throws SQLException {
        var month = Months.next(3);
        var next = month.plusMonths(1);
        var third = month.plusMonths(2);
        long learner = Learners.next();
        long id;
        try (var gate = closeLedger(month, learner)) {
            id = begin(learner, month, next, third);
            awaitHeldUp(month);
            for (var waits : List.of(next, third)) {
                var waiting = settle(waits);
                assertThat(waiting.at("/season/state").asString()).isEqualTo("ENDED");
                assertThat(waiting.at("/steps/0/detail").asString()).startsWith("waits for import " + id + " (");
            }
        }
        var done = awaitDone(id);
        assertThat(done.at("/awarded").asInt()).isEqualTo(3 * LINES_A_MONTH);
        assertThat(done.at("/late").asInt()).isZero();
        for (var read : List.of(month, next, third)) {
            awaitSettled(read, LINES_A_MONTH);
        }
    }

    @Test
    void anImportOfASilentInstanceContinuesElsewhereFromItsLastLine() throws SQLException {
        var month = Months.next(3);
        var next = month.plusMonths(1);
        var third = month.plusMonths(2);
        long learner = Learners.next();
        long id;
        try (var gate = closeLedger(next, learner)) {
            id = begin(learner, month, next, third);
            awaitHeldUp(next);
            assertThat(runs.findById(id).orElseThrow().lineReached()).isEqualTo(1 + LINES_A_MONTH);

            beSilent(id);
            takeover.takeOver();
        }
        var done = awaitDone(id);
        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/rows").asInt()).isEqualTo(3 * LINES_A_MONTH);
        assertThat(done.at("/duplicate").asInt())
                .as("lines that the silent instance took in, but did not count")
                .isZero();
        assertThat(done.at("/late").asInt()).isZero();
        for (var read : List.of(month, next, third)) {
            awaitSettled(read, LINES_A_MONTH);
        }
        await().untilAsserted(() -> {
            takeover.takeOver();
            assertThat(chunks.runs()).doesNotContain(id);
        });
    }

    @Test
    void anImportKeepsItsLeaseHoweverLongABatchTakes() throws Exception {
        var month = Months.next();
        long learner = Learners.next();
        var run = upload(learner, month);
        var quick = new ImportProperties(
                Duration.ofSeconds(1), Duration.ofSeconds(10), DataSize.ofGigabytes(2), 240, Duration.ofDays(30));
        var imports = new Import(checkpoint, chunks, kinds, delivery, months, quick);
        Thread thread;
        try (var gate = closeLedger(month, learner)) {
            thread = Thread.startVirtualThread(() -> run(imports, run));
            awaitHeldUp(month);

            beSilent(run.id());
            await().until(() -> jdbc.sql("SELECT lease_until > '2009-01-01' FROM import_run WHERE id = ?")
                    .param(run.id())
                    .query(Boolean.class)
                    .single());
        }
        await().until(() -> !thread.isAlive());
        var done = progress(run.id());
        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/awarded").asInt()).isEqualTo(LINES_A_MONTH);
    }

    private static void run(Import imports, ImportRun run) {
        try {
            imports.run(run, () -> false);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void aPausedInstanceThatWakesUpAfterATakeoverWritesNothing() throws IOException {
        var month = Months.next();
        var stale = upload(month);
        beSilent(stale.id());
        takeover.takeOver();
        var done = awaitDone(stale.id());

        imports.run(stale, () -> false);

        assertThat(progress(stale.id()).body()).isEqualTo(done.body());
        assertThat(seasons.holds(seasons.find(month.toString()).id())).isEmpty();
    }

    @Test
    void anImportIsLeftToOthersWhenItsInstanceStops() throws IOException {
        var month = Months.next();
        var run = upload(month);

        imports.run(run, () -> true);

        assertThat(progress(run.id()).at("/state").asString()).isEqualTo("RUNNING");
        assertThat(settle(month).at("/holds/0/owner").asString()).isEqualTo("import " + run.id());
        takeover.takeOver();
        assertThat(awaitDone(run.id()).at("/awarded").asInt()).isEqualTo(LINES_A_MONTH);
        awaitSettled(month, LINES_A_MONTH);
    }

    @Test
    void afterAnAdminReleasesItsHoldsLinesAreLateAndTheImportGoesOn() throws SQLException {
        var month = Months.next(2);
        var next = month.plusMonths(1);
        long learner = Learners.next();
        long id;
        try (var gate = closeLedger(month, learner)) {
            id = begin(learner, month, next);
            awaitHeldUp(month);

            admin.actuate("/seasons/" + next, Map.of("action", "release")).has(200);
            awaitSettled(next, 0);
            beSilent(id);
            takeover.takeOver();
        }
        var done = awaitDone(id);
        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/late").asInt()).isEqualTo(LINES_A_MONTH);
        awaitSettled(month, LINES_A_MONTH);
    }

    @Test
    void anImportIsNotDoneUntilItsPointsAreOnTheBoards() {
        var month = Months.next();
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts)
                        VALUES ('under-way', 'boards', 'PointsAwarded', '{}', ?, 'PROCESSING', 1)
                        """).param(Utc.column(time.now())).update();
        long id;
        try {
            id = begin(Learners.next(), month);
            await().until(() -> progress(id).at("/awarded").asInt() == LINES_A_MONTH);
            assertThat(progress(id).at("/state").asString()).isEqualTo("RUNNING");
            assertThat(settle(month).each("holds", "owner")).containsExactly("import " + id);
        } finally {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id = 'under-way'").update();
        }
        awaitDone(id);
        awaitSettled(month, LINES_A_MONTH);
    }

    @Test
    void anImportThatBreaksOffAgainAndAgainFailsAndReleasesItsSeasons() throws IOException {
        var month = Months.next();
        var run = upload(month);
        imports.run(run, () -> true);
        jdbc.sql("UPDATE import_run SET tries = 10 WHERE id = ?")
                .param(run.id())
                .update();

        takeover.takeOver();

        assertThat(progress(run.id()).at("/state").asString()).isEqualTo("FAILED");
        assertThat(progress(run.id()).at("/failure").asString()).contains("broke off");
        assertThat(seasons.holds(seasons.find(month.toString()).id())).isEmpty();
    }

    @Test
    void anUploadThatBreaksOffLeavesNothing() {
        var brokenOff = new SequenceInputStream(
                new ByteArrayInputStream(file(1, Months.next()).getBytes(StandardCharsets.UTF_8)), new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("The client is gone");
                    }
                });
        long before = runs.count();

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> uploads.receive("activities", false, "ops", brokenOff));

        assertThat(runs.count()).isEqualTo(before);
    }

    @Test
    void anUploadWhoseInstanceHasDiedFails() throws IOException {
        var month = Months.next();
        var run = upload(month);
        jdbc.sql("UPDATE import_chunk SET content = LEFT(content, LENGTH(content) / 2) WHERE import_run_id = ?")
                .param(run.id())
                .update();
        beSilent(run.id());

        takeover.takeOver();

        assertThat(awaitDone(run.id()).at("/state").asString()).isEqualTo("FAILED");
        assertThat(progress(run.id()).at("/rows").asInt()).isZero();
        assertThat(seasons.holds(seasons.find(month.toString()).id())).isEmpty();
    }

    /** As if the instance died when the client was gone: nothing is cleaned up. */
    @Test
    void theBeginningOfAFileIsNotImported() {
        var died = new Error("killed");
        var brokenOff = new SequenceInputStream(
                new ByteArrayInputStream(file(Learners.next(), Months.next()).getBytes(StandardCharsets.UTF_8)),
                new InputStream() {
                    @Override
                    public int read() {
                        throw died;
                    }
                });
        assertThatThrownBy(() -> uploads.receive("activities", false, "ops", brokenOff))
                .isSameAs(died);
        long id = jdbc.sql("SELECT MAX(id) FROM import_run").query(Long.class).single();
        beSilent(id);

        takeover.takeOver();

        assertThat(awaitDone(id).at("/state").asString()).isEqualTo("FAILED");
        assertThat(progress(id).at("/rows").asInt()).isZero();
    }

    /** A file of two gigabytes takes longer to skip than a lease lasts. */
    @Test
    void anImportKeepsItsLeaseWhileItSkipsWhatIsCounted() throws IOException {
        var text = "user_id,type,source_id,occurred_at\n" + "x\n".repeat(1_500_000);
        var run = uploads.receive(
                "activities", false, "ops", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        jdbc.sql("UPDATE import_run SET prepared = TRUE, line_reached = 1500000, tries = 3 WHERE id = ?")
                .param(run.id())
                .update();

        imports.run(runs.findById(run.id()).orElseThrow(), () -> true);

        assertThat(jdbc.sql("SELECT tries FROM import_run WHERE id = ?")
                        .param(run.id())
                        .query(Integer.class)
                        .single())
                .as("it has stopped on its way, without progress")
                .isEqualTo(3);
        takeover.takeOver();
        assertThat(awaitDone(run.id()).at("/state").asString()).isEqualTo("DONE");
    }

    @Test
    void aFileOfManyPiecesIsReadAsItWasWritten() throws IOException {
        var bytes = new byte[(5 << 20) / 2];
        new Random(42).nextBytes(bytes);
        try (var output = chunks.write(-1)) {
            output.write(bytes, 0, 100);
            output.write(bytes, 100, bytes.length - 100);
        }

        assertThat(chunks.read(-1).readAllBytes()).isEqualTo(bytes);

        chunks.delete(-1);
        assertThat(chunks.read(-1).readAllBytes()).isEmpty();
    }

    private ImportRun upload(YearMonth month) throws IOException {
        return upload(Learners.next(), month);
    }

    private ImportRun upload(long learner, YearMonth month) throws IOException {
        open(month);
        return uploads.receive(
                "activities",
                false,
                "ops",
                new ByteArrayInputStream(file(learner, month).getBytes(StandardCharsets.UTF_8)));
    }

    private void beSilent(long id) {
        jdbc.sql("UPDATE import_run SET lease_until = '2009-01-01' WHERE id = ?")
                .param(id)
                .update();
    }

    private long begin(long learner, YearMonth... months) {
        Stream.of(months).forEach(this::open);
        return admin.post("/api/imports", "text/csv", file(learner, months).getBytes(StandardCharsets.UTF_8))
                .has(202)
                .at("/id")
                .asLong();
    }

    private static String file(long learner, YearMonth... months) {
        return "user_id,type,source_id,occurred_at\n"
                + List.of(months).stream()
                        .flatMap(month -> IntStream.range(0, LINES_A_MONTH)
                                .mapToObj(line ->
                                        "%d,REVIEW,%s-%d,%s-10T04:00:00Z\n".formatted(learner, month, line, month)))
                        .collect(Collectors.joining());
    }

    /** Blocks posts to a season for a learner until it is opened. */
    private Connection closeLedger(YearMonth month, long learner) throws SQLException {
        var season = open(month);
        var gate = dataSource.getConnection();
        gate.setAutoCommit(false);
        try (var statement = gate.createStatement()) {
            statement.execute("""
                    INSERT INTO points_total_%d (user_id, points, corrections, updated_at) VALUES (%d, 0, 0, '2009-01-01')
                    """.formatted(season.id(), learner));
        }
        return gate;
    }

    /** Admins find a season only when its tables are there. */
    private Season open(YearMonth month) {
        return seasons.at(Instant.parse(month + "-10T04:00:00Z"));
    }

    /** Others may wait for locks as well. */
    private void awaitHeldUp(YearMonth month) {
        var totals = "%points_total_" + open(month).id() + "%";
        await().until(() -> jdbc.sql("""
                                SELECT COUNT(*) FROM information_schema.innodb_trx
                                 WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE ?
                                """).param(totals).query(Long.class).single() > 0);
    }

    private Answer settle(YearMonth month) {
        return admin.actuate("/seasons/" + month, Map.of("action", "settle")).has(200);
    }

    private void awaitSettled(YearMonth month, long reviews) {
        await().untilAsserted(() ->
                assertThat(settle(month).at("/season/state").asString()).isEqualTo("SETTLED"));
        assertThat(seasons.find(month.toString()).points()).isEqualTo(10 * reviews);
    }

    private Answer progress(long id) {
        return admin.get("/api/imports/" + id).has(200);
    }

    private Answer awaitDone(long id) {
        return await().until(
                        () -> progress(id),
                        answer -> !answer.at("/state").asString().equals("RUNNING"));
    }
}
