package io.streakboard.imports;

import io.streakboard.imports.CsvFile.Line;
import io.streakboard.imports.CsvFile.UnreadableFile;
import io.streakboard.imports.kinds.FileKind;
import io.streakboard.imports.kinds.FileKinds;
import io.streakboard.imports.kinds.LineResult;
import io.streakboard.runs.RunEnded;
import io.streakboard.runs.Stop;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Lookout;
import java.io.IOException;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Imports a file, a batch of lines at a time. Lines are taken in like other input, so a file that is imported twice
 * changes nothing. An import waits while the journal is long, so that neither journal nor heap grows with the file. If
 * it breaks off, any instance takes it over and goes on after the last line that is known to be counted.
 */
@Component
class Import {

    private static final Logger log = LoggerFactory.getLogger(Import.class);

    private static final int BATCH = 1000;
    private static final int SCANNED_AT_ONCE = 10_000;
    private static final int SKIPPED_AT_ONCE = 1_000_000;
    private static final Duration POLL = Duration.ofMillis(20);

    private final Logbook logbook;
    private final ImportChunks chunks;
    private final FileKinds kinds;
    private final Delivery delivery;
    private final ImportProperties properties;
    private final BusinessTime time;

    Import(
            Logbook logbook,
            ImportChunks chunks,
            FileKinds kinds,
            Delivery delivery,
            ImportProperties properties,
            BusinessTime time) {
        this.logbook = logbook;
        this.chunks = chunks;
        this.kinds = kinds;
        this.delivery = delivery;
        this.properties = properties;
        this.time = time;
    }

    /**
     * Continues a run after its last counted line. A file that cannot be read ends the run. After any other failure the
     * run is taken over when its lease expires.
     */
    void run(ImportRun run, Stop stop) throws IOException {
        try {
            new Turn<>(kinds.named(run.kind()), run, stop).toTheEnd();
            chunks.delete(run.id());
        } catch (RunEnded stopped) {
            logbook.leave(run);
        } catch (OptimisticLockingFailureException takenOver) {
            log.warn("Import {} has been taken over or cancelled: this instance leaves it", run.id());
        }
    }

    /** This instance's work on one run. */
    private class Turn<V> {

        private final FileKind<V> kind;
        private final Function<List<V>, List<LineResult>> taking;
        private final ImportRun run;
        private final Stop stop;

        Turn(FileKind<V> kind, ImportRun run, Stop stop) {
            this.kind = kind;
            this.taking = run.isDryRun() ? kind.dryRun() : kind::take;
            this.run = run;
            this.stop = stop;
        }

        void toTheEnd() throws IOException {
            try {
                if (!run.isPrepared() && !run.isDryRun()) {
                    holdSeasons();
                }
                read();
                if (!run.isDryRun()) {
                    awaitDelivery();
                }
                logbook.done(run);
            } catch (UnreadableFile unreadable) {
                if (unreadable.line() != null) {
                    countInvalid(unreadable.line());
                }
                logbook.fail(run, String.valueOf(unreadable.getMessage()));
            }
        }

        /**
         * Holds the seasons of all months in the file before any line is taken in. Otherwise the seasons of later lines
         * could be sealed meanwhile. It is done once: a hold that an admin gives up later stays given up.
         */
        private void holdSeasons() throws IOException {
            var held = new HashSet<YearMonth>();
            var found = new HashSet<YearMonth>();
            try (var lines = open()) {
                for (var line = lines.next(); line != null; line = lines.next()) {
                    if (line.value() != null) {
                        kind.heldAt(line.value()).map(time::monthOf).ifPresent(found::add);
                    }
                    if (line.number() % SCANNED_AT_ONCE == 0) {
                        hold(found, held);
                    }
                }
            }
            run.prepared();
            hold(found, held);
        }

        private CsvFile<V> open() {
            return CsvFile.open(kind, chunks.read(run.id()), properties.maxSize());
        }

        private void hold(Set<YearMonth> found, Set<YearMonth> held) {
            found.removeAll(held);
            logbook.hold(run, found);
            held.addAll(found);
            stop.check();
        }

        private void read() throws IOException {
            try (var lines = open()) {
                skipCounted(lines);
                for (var batch = lines.next(BATCH); !batch.isEmpty(); batch = lines.next(BATCH)) {
                    take(batch);
                    await(delivery::hasRoom);
                }
            }
        }

        /** Renews the lease on the way: two gigabytes may take longer than it lasts. */
        private void skipCounted(CsvFile<V> lines) {
            for (long line = SKIPPED_AT_ONCE; line < run.lineReached(); line += SKIPPED_AT_ONCE) {
                lines.skipTo(line);
                logbook.save(run);
                stop.check();
            }
            lines.skipTo(run.lineReached());
        }

        private void take(List<Line<V>> lines) {
            var valid = new ArrayList<Line<V>>(lines.size());
            for (var line : lines) {
                if (line.error() != null) {
                    countInvalid(line);
                } else {
                    valid.add(line);
                }
            }
            var results = taking.apply(valid.stream()
                    .map(line -> Objects.requireNonNull(line.value()))
                    .toList());
            for (int i = 0; i < results.size(); i++) {
                run.count(valid.get(i).number(), results.get(i));
            }
            run.reached(lines.getLast().number());
            logbook.save(run);
        }

        private void countInvalid(Line<?> line) {
            run.count(line.number(), LineResult.malformed(Objects.requireNonNull(line.error())));
        }

        /** An import is done when its points and scores are on the boards: until then its seasons are held. */
        private void awaitDelivery() {
            run.reached(run.lineReached());
            logbook.save(run);
            for (var stage : delivery.stages()) {
                await(stage.get());
            }
        }

        private void await(BooleanSupplier condition) {
            while (!Lookout.until(() -> stop.asked() || condition.getAsBoolean(), properties.heartbeat(), POLL)) {
                logbook.save(run);
            }
            stop.check();
        }
    }
}
