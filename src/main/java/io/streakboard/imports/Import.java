package io.streakboard.imports;

import io.streakboard.events.Publications;
import io.streakboard.imports.ActivityFile.Line;
import io.streakboard.imports.ActivityFile.UnreadableFile;
import io.streakboard.points.Activities;
import io.streakboard.points.Activity;
import io.streakboard.season.Seasons;
import io.streakboard.signin.SignIns;
import io.streakboard.time.BusinessTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Imports a file: a batch of lines at a time goes the way of all activities, so a file that is imported twice changes
 * nothing. Waits while the journal is long, so that neither it nor the heap grows with the file.
 */
@Component
class Import {

    private static final Logger log = LoggerFactory.getLogger(Import.class);

    private static final int BATCH = 1000;
    private static final int LONGEST_BACKLOG = 20_000;
    private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(20);

    private final ImportRuns runs;
    private final ImportErrors errors;
    private final Activities activities;
    private final Seasons seasons;
    private final SignIns signIns;
    private final Publications publications;
    private final BusinessTime time;

    Import(
            ImportRuns runs,
            ImportErrors errors,
            Activities activities,
            Seasons seasons,
            SignIns signIns,
            Publications publications,
            BusinessTime time) {
        this.runs = runs;
        this.errors = errors;
        this.activities = activities;
        this.seasons = seasons;
        this.signIns = signIns;
        this.publications = publications;
        this.time = time;
    }

    /** Imports a file, keeps the run's progress in its row, and deletes the file in the end. */
    void run(ImportRun run, Path file) {
        try {
            prepareSeasons(file);
            read(run, file);
            awaitDelivery();
            run.done(time.now());
        } catch (UnreadableFile failure) {
            run.fail(time.now(), String.valueOf(failure.getMessage()));
        } catch (IOException | RuntimeException failure) {
            log.error("Import {} failed; importing the file again continues where it ended", run.id(), failure);
            run.fail(time.now(), failure.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            run.fail(time.now(), "interrupted");
        }
        save(run);
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            log.warn("The file of import {} was left behind: {}", run.id(), file, failure);
        }
    }

    /** Has the seasons of the file's months opened ahead, side by side, rather than one by one on the way. */
    private void prepareSeasons(Path file) throws IOException {
        var months = new TreeSet<YearMonth>();
        try (var lines = ActivityFile.open(file)) {
            for (var line = lines.next(); line != null; line = lines.next()) {
                if (line.activity() != null) {
                    months.add(time.monthOf(line.activity().occurredAt()));
                }
            }
        }
        seasons.prepare(months);
    }

    private void read(ImportRun run, Path file) throws IOException, InterruptedException {
        var batch = new ArrayList<Line>(BATCH);
        try (var lines = ActivityFile.open(file)) {
            for (var line = lines.next(); line != null; line = lines.next()) {
                if (line.activity() == null) {
                    run.reject(line.number(), line.error());
                } else {
                    batch.add(line);
                }
                if (line.number() % BATCH == 0) {
                    take(run, batch);
                    await(() -> signIns.backlog() < LONGEST_BACKLOG);
                }
            }
        }
        take(run, batch);
    }

    private void take(ImportRun run, List<Line> batch) {
        var results = activities.take(batch.stream().map(Import::activity).toList());
        for (int i = 0; i < results.size(); i++) {
            run.count(batch.get(i).number(), results.get(i));
        }
        batch.clear();
        run.touch(time.now());
        save(run);
    }

    private void save(ImportRun run) {
        errors.append(run.id(), run.takeErrors());
        runs.save(run);
    }

    private static Activity activity(Line line) {
        return Objects.requireNonNull(line.activity());
    }

    /** An import is done when its points are on the boards. */
    private void awaitDelivery() throws InterruptedException {
        await(() -> signIns.backlog() == 0);
        var read = time.now();
        await(() -> publications.deliveredUntil(read));
        var awarded = time.now();
        await(() -> publications.deliveredUntil(awarded));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(POLL);
        }
    }
}
