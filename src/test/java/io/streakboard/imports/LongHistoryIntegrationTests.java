package io.streakboard.imports;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.imports.kinds.FileKinds;
import io.streakboard.season.SeasonHolds;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/** Imports of more months than may be open at once, by the default bound of posts. */
@IntegrationTest
@TestPropertySource(
        properties = {"streakboard.season.max-open-past-seasons=24", "streakboard.events.check-interval=1s"})
@DirtiesContext
class LongHistoryIntegrationTests {

    private static final String HEADER = "user_id,type,source_id,occurred_at\n";

    private final Api api;
    private final Caller admin;
    private final JdbcClient jdbc;

    @Autowired
    private ImportCheckpoint checkpoint;

    @Autowired
    private ImportChunks chunks;

    @Autowired
    private FileKinds kinds;

    @Autowired
    private DownstreamDelivery delivery;

    @Autowired
    private Seasons seasons;

    @Autowired
    private SeasonHolds holds;

    @Autowired
    private BusinessTime time;

    @Autowired
    private Uploads uploads;

    @Autowired
    private TakeoverJob takeover;

    LongHistoryIntegrationTests(Api api, JdbcClient jdbc) {
        this.api = api;
        this.admin = api.admin();
        this.jdbc = jdbc;
    }

    @Test
    void daysInOrderArePaidAsOneStreak() {
        long learner = Learners.next();
        var first = LocalDate.of(2004, 1, 1);
        var days = IntStream.range(0, 760)
                .mapToObj(first::plusDays)
                .map(day -> "%d,SIGN_IN,%s,%sT04:00:00Z".formatted(learner, day, day))
                .toList();

        var done = imported(days);

        assertThat(done.path("awarded").asInt()).as("%s", done).isEqualTo(760);
        var ladder = 10 + 20 + 30 + 757 * 50;
        assertThat(api.learner(learner)
                        .get("/api/points/all-time")
                        .has(200)
                        .at("/points")
                        .asInt())
                .isEqualTo(ladder);
        assertThat(api.learner(learner)
                        .get("/api/sign-ins/calendar?month=2006-01")
                        .has(200)
                        .at("/longestStreak")
                        .asInt())
                .isEqualTo(760);
    }

    @Test
    void linesInAnyOrderOverManyMonthsAreAllInTimeAndPostsKeepTheirRoom() {
        long learner = Learners.next();
        var months = Stream.iterate(YearMonth.of(2006, 3), month -> month.plusMonths(1))
                .limit(40)
                .toList();
        var lines = new ArrayList<String>();
        for (var month : months) {
            for (int day = 10; day < 20; day++) {
                lines.add("%d,REVIEW,%s-%d,%s-%dT04:00:00Z".formatted(learner, month, day, month, day));
            }
        }
        Collections.shuffle(lines, new Random(7));

        var done = imported(lines);

        assertThat(done.path("awarded").asInt()).as("%s", done).isEqualTo(lines.size());
        assertThat(api.take(List.of(Api.activity(learner, "REVIEW", "old", "2003-05-10T04:00:00Z")))
                        .at("/results/0/outcome")
                        .asString())
                .isEqualTo("AWARDED");
    }

    @Test
    void tellsHowMuchOfAFileIsCounted() throws IOException {
        var run = upload(List.of("2000-01", "2000-02", "2000-03", "2000-04", "2000-05", "2000-06"));
        assertThat(progress(run.id()).path("percent").asInt(-1)).isZero();

        jdbc.sql("UPDATE import_run SET line_reached = 4 WHERE id = ?")
                .param(run.id())
                .update();
        assertThat(progress(run.id()).path("percent").asInt()).isEqualTo(100 * 4 / 7); // lines, with the header

        admin.delete("/api/imports/" + run.id()).has(200);
        assertThat(progress(run.id()).path("percent").isNull()).isTrue();
    }

    @Test
    void anImportWaitsUntilMonthsThatItHasLeftBehindAreSettled() throws IOException {
        var months =
                IntStream.rangeClosed(1, 6).mapToObj(month -> "2002-0" + month).toList();
        var run = upload(months);

        var thread = runInRoomOfThreeMore(run);
        awaitWaiting(run);
        assertThat(progress(run.id()).path("state").asString()).isEqualTo("RUNNING");
        assertThat(progress(run.id()).path("awarded").asInt()).isEqualTo(3);
        for (var month : months.subList(0, 3)) {
            await().untilAsserted(() -> assertThat(admin.actuate("/seasons/" + month, Map.of("action", "settle"))
                            .has(200)
                            .at("/season/state")
                            .asString())
                    .isEqualTo("SETTLED"));
        }
        await().until(() -> !thread.isAlive());

        var done = progress(run.id());
        assertThat(done.path("state").asString()).as("%s", done).isEqualTo("DONE");
        assertThat(done.path("awarded").asInt()).as("%s", done).isEqualTo(6);
        assertThat(done.path("waitingFor").isNull()).isTrue();
    }

    @Test
    void anImportThatWaitsEndsHereWhenAnotherInstanceHasTakenItOver() throws IOException {
        var run = upload(List.of("2001-01", "2001-02", "2001-03", "2001-04"));
        var thread = runInRoomOfThreeMore(run);
        awaitWaiting(run);

        jdbc.sql("UPDATE import_run SET version = version + 1, lease_until = '2009-01-01' WHERE id = ?")
                .param(run.id())
                .update();
        await().until(() -> !thread.isAlive());

        takeover.takeOver(); // by an instance with room for all months
        await().untilAsserted(() ->
                assertThat(progress(run.id()).path("state").asString()).isEqualTo("DONE"));
        assertThat(progress(run.id()).path("awarded").asInt()).isEqualTo(4);
        assertThat(progress(run.id()).path("duplicate").asInt()).isZero();
    }

    private ImportRun upload(List<String> months) throws IOException {
        long learner = Learners.next();
        var lines = months.stream()
                .map(month -> "%d,REVIEW,%s,%s-10T04:00:00Z".formatted(learner, month, month))
                .toList();
        return uploads.receive("activities", false, "ops", new ByteArrayInputStream(bytes(lines)));
    }

    private Thread runInRoomOfThreeMore(ImportRun run) {
        int open = jdbc.sql("SELECT COUNT(*) FROM season WHERE imported AND state NOT IN ('PLANNED', 'SETTLED')")
                .query(Integer.class)
                .single();
        var properties = new ImportProperties(
                Duration.ofSeconds(2), Duration.ofSeconds(10), DataSize.ofGigabytes(2), open + 3, Duration.ofDays(30));
        var imports = new Import(
                checkpoint, chunks, kinds, delivery, new ImportMonths(seasons, holds, properties, time), properties);
        return Thread.startVirtualThread(() -> {
            try {
                imports.run(run, () -> false);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
    }

    private void awaitWaiting(ImportRun run) {
        await().untilAsserted(() ->
                assertThat(progress(run.id()).path("waitingFor").asString("")).contains("to be settled"));
    }

    private JsonNode imported(List<String> lines) {
        long id = admin.post("/api/imports", "text/csv", bytes(lines))
                .has(202)
                .at("/id")
                .asLong();
        await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
            var progress = progress(id);
            assertThat(progress.path("state").asString()).as("%s", progress).isNotEqualTo("RUNNING");
        });
        var done = progress(id);
        assertThat(done.path("state").asString()).as("%s", done).isEqualTo("DONE");
        return done;
    }

    private static byte[] bytes(List<String> lines) {
        return lines.stream().collect(joining("\n", HEADER, "\n")).getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode progress(long id) {
        return admin.get("/api/imports/" + id).has(200).body();
    }
}
