package io.streakboard.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.runs.RunState;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.Retention;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class ImportApiIntegrationTests {

    private static final String HEADER = "user_id,type,source_id,occurred_at\n";

    private final Api api;
    private final Caller admin;
    private final ImportErrors errors;
    private final Uploads uploads;
    private final ImportCheckpoint checkpoint;
    private final JdbcClient jdbc;

    ImportApiIntegrationTests(
            Api api, ImportErrors errors, Uploads uploads, ImportCheckpoint checkpoint, JdbcClient jdbc) {
        this.uploads = uploads;
        this.checkpoint = checkpoint;
        this.api = api;
        this.admin = api.admin();
        this.errors = errors;
        this.jdbc = jdbc;
    }

    @Test
    void aBrokenLineIsReportedAndTheRestGoesOn() {
        long learner = Learners.next();
        var done = imported(HEADER
                + learner + ",REVIEW,a,2013-07-10T04:00:00Z\n"
                + "x,REVIEW,b,2013-07-10T04:00:00Z\n"
                + learner + ",REVIEW\n"
                + learner + ",REVIEW,c,yesterday\n"
                + learner + ",JUGGLING,d,2013-07-10T04:00:00Z\n"
                + "\n"
                + learner + ",SIGN_IN,2013-07-10,2013-07-10T04:00:00Z\n"
                + learner + ",REVIEW,a,2013-07-10T04:00:00Z\n"
                + learner + ",REVIEW,e,2013-07-10T04:00:00Z\n"
                + learner + ",REVIEW,f");

        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/rows").asInt()).isEqualTo(9);
        assertThat(done.at("/awarded").asInt()).isEqualTo(3);
        assertThat(done.at("/duplicate").asInt()).isEqualTo(1);
        assertThat(done.at("/invalid").asInt()).isEqualTo(5);
        assertThat(done.each("errors", "line")).containsExactly("3", "4", "5", "6", "11");
        assertThat(done.each("errors", "message").get(0)).contains("user_id");
        assertThat(done.each("errors", "message").get(1)).contains("4 columns");
        assertThat(done.each("errors", "message").get(2)).contains("occurred_at");
        assertThat(done.each("errors", "message").get(3)).contains("type: 'JUGGLING' is not one of ");
        assertThat(done.each("errors", "code"))
                .containsExactly("not-a-number", "columns", "not-a-time", "type-unknown", "columns");
        assertThat(done.at("/errors/1/parameters").toString()).isEqualTo("{\"expected\":\"4\",\"found\":\"2\"}");
        assertThat(done.each("errors", "field").get(3)).isEqualTo("type");
        assertThat(api.learner(learner).pages("/api/points/records?limit=10")).hasSize(3);
    }

    @Test
    void activitiesMayHaveTitles() {
        long learner = Learners.next();
        var file = HEADER.strip() + ",title\n"
                + learner + ",REVIEW,a" + learner + ",2013-07-11T04:00:00Z,\"Loops, once more\"\n"
                + learner + ",REVIEW,b" + learner + ",2013-07-10T04:00:00Z,\n"
                + learner + ",REVIEW,c" + learner + ",2013-07-10T04:00:00Z,a\u202eb\n";

        var done = imported(file);
        imported(file);

        assertThat(done.each("errors", "field")).containsExactly("title");
        assertThat(done.at("/awarded").asInt()).isEqualTo(2);
        assertThat(api.learner(learner).get("/api/points/records").each("items", "title"))
                .containsExactly("Loops, once more", "");
    }

    @Test
    void outcomesOfLinesAreCounted() {
        await("imports of other tests are counted, too")
                .until(() -> counted(ImportMetrics.ENDED + "?tag=state:done")
                        == jdbc.sql("SELECT COUNT(*) FROM import_run WHERE state = 'DONE'")
                                .query(Long.class)
                                .single());
        long awarded = counted(ImportMetrics.ROWS + "?tag=outcome:awarded");
        long invalid = counted(ImportMetrics.ROWS + "?tag=outcome:invalid");
        long done = counted(ImportMetrics.ENDED + "?tag=state:done");
        long learner = Learners.next();

        imported(HEADER + learner + ",REVIEW,a,2013-07-16T04:00:00Z\n" + "x,REVIEW,b,2013-07-16T04:00:00Z\n");

        await().untilAsserted(() -> {
            assertThat(counted(ImportMetrics.ROWS + "?tag=outcome:awarded")).isEqualTo(awarded + 1);
            assertThat(counted(ImportMetrics.ROWS + "?tag=outcome:invalid")).isEqualTo(invalid + 1);
            assertThat(counted(ImportMetrics.ENDED + "?tag=state:done")).isEqualTo(done + 1);
        });
    }

    private long counted(String metric) {
        return admin.actuator("/metrics/" + metric)
                .has(200)
                .at("/measurements/0/value")
                .asLong();
    }

    @Test
    void errorsOfLinesAreDeletedAfterAMonth() {
        var old = imported(HEADER + "Ada,REVIEW,a,2013-07-10T04:00:00Z\n")
                .at("/id")
                .asLong();
        var recent = imported(HEADER + "Bob,REVIEW,a,2013-07-10T04:00:00Z\n")
                .at("/id")
                .asLong();
        jdbc.sql("UPDATE import_run SET finished_at = finished_at - INTERVAL 31 DAY WHERE id = ?")
                .param(old)
                .update();

        Retention.inBatches(10, errors::expire);

        var forgotten = admin.get("/api/imports/" + old).has(200);
        assertThat(forgotten.at("/errors").size()).isZero();
        assertThat(forgotten.at("/invalid").asInt()).isEqualTo(1);
        assertThat(admin.get("/api/imports/" + recent).has(200).each("errors", "message"))
                .singleElement()
                .asString()
                .contains("Bob");
    }

    @Test
    void aLineBreakInAQuotedTextMakesNoRecord() {
        long learner = Learners.next();
        long other = Learners.next();
        var done = imported(HEADER
                + learner + ",REVIEW,\"a\n" + other + ",REVIEW,free,2013-07-11T04:00:00Z\nb\",2013-07-11T04:00:00Z\n"
                + "x,REVIEW,c,2013-07-11T04:00:00Z\n");

        assertThat(done.at("/awarded").asInt()).isEqualTo(1);
        assertThat(done.each("errors", "line")).containsExactly("5");
        assertThat(api.learner(learner).pages("/api/points/records?limit=10")).hasSize(1);
        assertThat(api.learner(other).pages("/api/points/records?limit=10")).isEmpty();
    }

    @Test
    void aQuoteThatNeverClosesFailsTheFileFromItsLineOn() {
        long learner = Learners.next();
        var failed = imported(HEADER
                + "x,REVIEW,a,2013-07-11T04:00:00Z\n"
                + learner + ",\"REVIEW,b,2013-07-11T04:00:00Z\n"
                + learner + ",REVIEW,c,2013-07-11T04:00:00Z\n");

        assertThat(failed.at("/state").asString()).isEqualTo("FAILED");
        assertThat(failed.at("/failure").asString()).startsWith("line 3: a quote is not closed");
        assertThat(failed.each("errors", "line")).endsWith("3");
        assertThat(failed.each("errors", "code")).endsWith("not-csv");
        assertThat(api.learner(learner).pages("/api/points/records?limit=10")).isEmpty();
    }

    @Test
    void aDryRunTellsOfAllRecordsBeforeAnOpenQuote() {
        var failed = result(admin.post(
                "/api/imports?dry-run=true",
                "text/csv",
                (HEADER + "x,REVIEW,a,2013-07-11T04:00:00Z\n" + "7,\"REVIEW\"b,c,2013-07-11T04:00:00Z\n")
                        .getBytes(StandardCharsets.UTF_8)));

        assertThat(failed.at("/state").asString()).isEqualTo("FAILED");
        assertThat(failed.each("errors", "line")).containsExactly("2", "3");
        assertThat(failed.each("errors", "code")).containsExactly("not-a-number", "not-csv");
    }

    @Test
    void aTimeOutOfAnyCalendarIsAnErrorOfItsOwnLine() {
        long learner = Learners.next();
        var done = imported(HEADER
                + learner + ",REVIEW,a,+1000000000-12-31T23:59:59Z\n"
                + learner + ",REVIEW,b,-1000000000-01-01T00:00:00Z\n"
                + learner + ",REVIEW,c,2999-07-12T04:00:00Z\n"
                + learner + ",REVIEW,d,1969-07-12T04:00:00Z\n"
                + learner + ",REVIEW,e,2013-07-12T04:00:00Z\n");

        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/awarded").asInt()).isEqualTo(1);
        assertThat(done.each("errors", "line")).containsExactly("2", "3", "4", "5");
    }

    @Test
    void aFileWithAnotherHeaderIsRefusedAtOnce() throws IOException {
        for (var file : List.of(
                "1,REVIEW,a,2013-07-10T04:00:00Z\n",
                "user_id;type\n",
                "",
                "\n" + HEADER,
                "\"user_id,type,source_id,occurred_at\n",
                (HEADER + "1,REVIEW,a,2013-07-10T04:00:00Z\n").replace('\n', '\r'))) {
            var bytes = file.getBytes(StandardCharsets.UTF_8);
            admin.post("/api/imports", "text/csv", bytes).isInvalid("body");
            admin.post("/api/imports", "text/csv", gzip(bytes), "Content-Encoding", "gzip")
                    .isInvalid("body");
        }
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheHeader() {
        assertThat(imported("\ufeff" + HEADER).at("/state").asString()).isEqualTo("DONE");
    }

    @Test
    void errorsNameTheColumns() {
        long learner = Learners.next();
        var done = imported(HEADER
                + "-1,REVIEW,a,2013-07-10T04:00:00Z\n"
                + learner + ",REVIEW,,2013-07-10T04:00:00Z\n"
                + learner + ",REVIEW,b,2999-07-10T04:00:00Z\n");

        assertThat(done.each("errors", "message").stream().map(message -> message.replaceAll(":.*", "")))
                .containsExactly("user_id", "source_id", "occurred_at");
    }

    @Test
    void importsAreListedLatestFirst() {
        var id = imported(HEADER).at("/id").asString();

        var page = admin.get("/api/imports?size=100").has(200);

        assertThat(page.each("items", "id"))
                .contains(id)
                .isSortedAccordingTo((one, other) -> Long.compare(Long.parseLong(other), Long.parseLong(one)));
        admin.get("/api/imports?size=101").isInvalid("size");
    }

    @Test
    void aCancelledImportStaysCancelledWhileAnInstanceWorksOnIt() {
        var run = uploads();

        var cancelled = admin.delete("/api/imports/" + run.id()).has(200);
        var again = admin.delete("/api/imports/" + run.id()).has(200);

        assertThat(cancelled.at("/state").asString()).isEqualTo("FAILED");
        assertThat(cancelled.at("/failure").asString()).isEqualTo("cancelled by 1");
        assertThat(again.body()).isEqualTo(cancelled.body());
        assertThatThrownBy(() -> checkpoint.save(run)).isInstanceOf(OptimisticLockingFailureException.class);
        admin.delete("/api/imports/999999").isProblem(404, "not-found");
    }

    @Test
    void anUploadThatIsCancelledMeanwhileStaysCancelled() throws IOException {
        var cancelled = new ArrayList<String>();
        var end = new InputStream() {
            @Override
            public int read() {
                var id = admin.get("/api/imports?size=1")
                        .has(200)
                        .at("/items/0/id")
                        .asString();
                if (cancelled.isEmpty()) {
                    cancelled.add(id);
                    admin.delete("/api/imports/" + id).has(200);
                }
                return -1;
            }
        };
        var beginning = new ByteArrayInputStream((HEADER + "\n".repeat(200_000)).getBytes(StandardCharsets.UTF_8));

        var run = uploads.receive("activities", false, "ops", new SequenceInputStream(beginning, end));

        assertThat(cancelled).containsExactly(Long.toString(run.id()));
        assertThat(run.state()).isEqualTo(RunState.FAILED);
        assertThat(admin.get("/api/imports/" + run.id()).has(200).at("/failure").asString())
                .isEqualTo("cancelled by 1");
        assertThat(jdbc.sql("SELECT COUNT(*) FROM import_chunk WHERE import_run_id = ?")
                        .param(run.id())
                        .query(Long.class)
                        .single())
                .isZero();
    }

    /** A run whose file is there, and which no instance has begun. */
    private ImportRun uploads() {
        try {
            return uploads.receive(
                    "activities", false, "ops", new ByteArrayInputStream(HEADER.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void aHeaderAloneIsDone() {
        assertThat(imported(HEADER).at("/state").asString()).isEqualTo("DONE");
    }

    @Test
    void aFileMayBeCompressed() throws IOException {
        long learner = Learners.next();
        var csv = (HEADER + learner + ",REVIEW,a,2013-07-10T04:00:00Z\r\n").getBytes(StandardCharsets.UTF_8);

        var done = result(admin.post("/api/imports", "text/csv", gzip(csv), "Content-Encoding", "gzip"));

        assertThat(done.at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/awarded").asInt()).isEqualTo(1);
    }

    /** A header of gzip may have a name and a comment of any length, before the compressed bytes. */
    @Test
    void aCompressedFileMayHaveALongName() throws IOException {
        var whole =
                gzip((HEADER + Learners.next() + ",REVIEW,a,2013-07-10T04:00:00Z\n").getBytes(StandardCharsets.UTF_8));
        whole[3] = 8; // a name follows
        for (int length : List.of(10, 5_000, 200_000)) {
            var named = new ByteArrayOutputStream();
            named.write(whole, 0, 10);
            named.writeBytes("n".repeat(length).getBytes(StandardCharsets.UTF_8));
            named.write(0);
            named.write(whole, 10, whole.length - 10);

            var done = result(admin.post("/api/imports", "text/csv", named.toByteArray(), "Content-Encoding", "gzip"));

            assertThat(done.at("/state").asString()).isEqualTo("DONE");
            assertThat(done.at("/rows").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aBrokenOffCompressedFileFails() throws IOException {
        var whole = gzip((HEADER + "1,REVIEW,a,2013-07-10T04:00:00Z\n").getBytes(StandardCharsets.UTF_8));

        var failed = result(admin.post(
                "/api/imports",
                "text/csv",
                java.util.Arrays.copyOf(whole, whole.length / 2),
                "Content-Encoding",
                "gzip"));

        assertThat(failed.at("/state").asString()).isEqualTo("FAILED");
        assertThat(failed.at("/failure").asString()).isNotBlank();
    }

    @Test
    void anImportThatDoesNotExistIsNotFound() {
        admin.get("/api/imports/999999").isProblem(404, "not-found");
        admin.get("/api/imports/abc").isInvalid("id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/csv",
                "text/csv;charset=utf-8;header=present",
                "application/vnd.ms-excel",
                "application/octet-stream",
                "application/gzip"
            })
    void aFileMayHaveAnyTypeThatBrowsersGiveToCsv(String type) throws IOException {
        var file = HEADER.getBytes(StandardCharsets.UTF_8);
        assertThat(result(admin.post("/api/imports", type, file)).at("/state").asString())
                .isEqualTo("DONE");
        assertThat(result(admin.post("/api/imports", type, gzip(file)))
                        .at("/state")
                        .asString())
                .isEqualTo("DONE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "text/plain",
                "text/csv;charset=iso-8859-1",
                "application/vnd.ms-excel;charset=windows-1252",
                "application/x-www-form-urlencoded",
                "multipart/form-data;boundary=x"
            })
    void theRefusalOfOtherTypesSpeaksOfCsv(String type) {
        var file = HEADER.getBytes(StandardCharsets.UTF_8);
        for (var refused : List.of(admin.post("/api/imports", type, file), admin.actuate("/api/imports", type, file))) {
            refused.isProblem(415, "unsupported-media-type");
            assertThat(refused.at("/detail").asString())
                    .startsWith("Files are CSV in UTF-8")
                    .contains("text/csv", "application/vnd.ms-excel")
                    .doesNotContain("JSON");
        }
    }

    @Test
    void numbersInFilesAreNumbersAsInJson() {
        long learner = Learners.next();
        for (var kind : List.of("activities", "names", "balances", "scores", "badges")) {
            var header = header(kind);
            for (var number : List.of("0" + learner, "+" + learner, "\uff17", "\u0667", "\"\n" + learner + "\"")) {
                var place = kind.equals("scores") ? 3 : 0;
                var values = new ArrayList<>(Collections.nCopies(header.split(",").length, ""));
                values.set(place, number);
                var done = result(admin.post(
                        "/api/imports?kind=" + kind,
                        "text/csv",
                        (header + "\n" + String.join(",", values) + "\n").getBytes(StandardCharsets.UTF_8)));

                assertThat(done.each("errors", "code")).as(kind + " " + number).containsExactly("not-a-number");
                assertThat(done.each("errors", "line")).containsExactly("2");
                assertThat(done.each("errors", "field")).containsExactly(header.split(",")[place]);
            }
        }
    }

    /** The header as the refusal of another tells it. */
    private String header(String kind) {
        return admin.post("/api/imports?kind=" + kind, "text/csv", new byte[0])
                .has(400)
                .at("/errors/0/parameters/expected")
                .asString();
    }

    private Answer imported(String csv) {
        return result(admin.post("/api/imports", "text/csv", csv.getBytes(StandardCharsets.UTF_8)));
    }

    private Answer result(Answer started) {
        var id = started.has(202).at("/id").asString();
        assertThat(started.headers().getLocation()).hasPath("/api/imports/" + id);
        await().untilAsserted(() -> assertThat(
                        admin.get("/api/imports/" + id).has(200).at("/state").asString())
                .isNotEqualTo("RUNNING"));
        return admin.get("/api/imports/" + id);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        return compressed.toByteArray();
    }
}
