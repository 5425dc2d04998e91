package io.streakboard.imports;

import io.streakboard.imports.CsvFile.Line;
import io.streakboard.imports.CsvFile.UnreadableFile;
import io.streakboard.imports.kinds.FileKind;
import io.streakboard.imports.kinds.FileKinds;
import io.streakboard.imports.kinds.LineOutcome;
import io.streakboard.imports.kinds.LineResult;
import io.streakboard.runs.CancellationToken;
import io.streakboard.runs.RunEnded;
import io.streakboard.time.Polling;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Imports a file, a batch of lines at a time, in their order. Lines are taken in like other input, so a file that is
 * imported twice changes nothing. An import waits while the journal is long, so that neither journal nor heap grows with
 * the file, and before it opens more past months than may be open. If it breaks off, any instance takes it over and goes
 * on after the last line that is known to be counted.
 */
@Component
class Import {

    private static final Logger log = LoggerFactory.getLogger(Import.class);

    private static final int BATCH = 1000;
    private static final int SCANNED_AT_ONCE = 10_000;
    private static final int SKIPPED_AT_ONCE = 1_000_000;
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration SETTLING = Duration.ofMillis(500);
    private static final Duration WORTH_TELLING = Duration.ofSeconds(1);

    private final ImportCheckpoint checkpoint;
    private final ImportChunks chunks;
    private final FileKinds kinds;
    private final DownstreamDelivery delivery;
    private final ImportMonths months;
    private final ImportProperties properties;

    Import(
            ImportCheckpoint checkpoint,
            ImportChunks chunks,
            FileKinds kinds,
            DownstreamDelivery delivery,
            ImportMonths months,
            ImportProperties properties) {
        this.checkpoint = checkpoint;
        this.chunks = chunks;
        this.kinds = kinds;
        this.delivery = delivery;
        this.months = months;
        this.properties = properties;
    }

    /**
     * Continues a run after its last counted line. A file that cannot be read ends the run. After any other failure the
     * run is taken over when its lease expires.
     */
    void run(ImportRun run, CancellationToken cancellation) throws IOException {
        try (var lease = Lease.keep(run, checkpoint, properties, cancellation)) {
            run(run, lease);
        } catch (OptimisticLockingFailureException takenOver) {
            log.warn("Import {} has been taken over or cancelled: this instance leaves it", run.id());
        }
    }

    private void run(ImportRun run, Lease lease) throws IOException {
        try {
            new RunWorker<>(kinds.named(run.kind()), run, lease).toTheEnd();
            chunks.delete(run.id());
        } catch (RunEnded ended) {
            checkpoint.leave(run);
        }
    }

    /** This instance's work on one run. */
    private class RunWorker<V> {

        private final FileKind<V> kind;
        private final Function<List<V>, List<LineResult>> taking;
        private final ImportRun run;
        private final Lease lease;

        /** Since when lines may have been taken in that are not counted; null once a batch is counted. */
        private @Nullable Instant uncountedSince;

        RunWorker(FileKind<V> kind, ImportRun run, Lease lease) {
            this.kind = kind;
            this.taking = run.isDryRun() ? kind.dryRun() : values -> kind.take(values, run.id());
            this.run = run;
            this.lease = lease;
            this.uncountedSince = run.uncountedSince();
        }

        void toTheEnd() throws IOException {
            run.waitsFor(null);
            try {
                if (!run.isPrepared() && !run.isDryRun()) {
                    holdSeasons();
                }
                read();
                if (!run.isDryRun()) {
                    run.reached(run.lineReached());
                    checkpoint.save(run);
                    awaitDelivery();
                }
                checkpoint.done(run);
            } catch (UnreadableFile unreadable) {
                if (unreadable.line() != null) {
                    countInvalid(unreadable.line());
                }
                checkpoint.fail(run, String.valueOf(unreadable.getMessage()));
            }
        }

        /**
         * Holds the seasons of all months in the file before any line is taken in. Otherwise the seasons of later lines
         * could be sealed meanwhile. It is done once: a hold that an admin gives up later stays given up.
         */
        private void holdSeasons() throws IOException {
            var held = new HashSet<YearMonth>();
            var found = new HashSet<YearMonth>();
            scan(line -> month(line).filter(held::add).ifPresent(found::add), () -> {
                if (!found.isEmpty()) {
                    checkpoint.hold(run, found);
                    found.clear();
                }
            });
            run.prepared();
            checkpoint.save(run);
        }

        private Optional<YearMonth> month(Line<V> line) {
            return Optional.ofNullable(line.value()).flatMap(value -> months.of(kind, value));
        }

        /** @param now and then done after many lines, and after the last */
        private void scan(Consumer<Line<V>> each, Runnable now) throws IOException {
            try (var lines = open().lookedThrough()) {
                int scanned = 0;
                for (var line = lines.next(); line != null; line = lines.next()) {
                    each.accept(line);
                    if (++scanned % SCANNED_AT_ONCE == 0) {
                        now.run();
                        lease.check();
                    }
                }
            }
            now.run();
            lease.check();
        }

        private CsvFile<V> open() {
            return CsvFile.open(kind, chunks.read(run.id()), properties.maxSize());
        }

        private void read() throws IOException {
            try (var lines = open()) {
                skipCounted(lines);
                take(lines);
            }
        }

        /** A batch ends before a month that is not open yet, so that the lines before it never wait for it. */
        private void take(CsvFile<V> lines) throws IOException {
            var batch = new ArrayList<Line<V>>(BATCH);
            try {
                for (var line = lines.next(); line != null; line = lines.next()) {
                    var unopened = unopened(line);
                    if (unopened.isPresent() || batch.size() == BATCH) {
                        take(batch);
                    }
                    if (unopened.isPresent()) {
                        open(unopened.get());
                    }
                    batch.add(line);
                }
            } catch (UnreadableFile unreadable) {
                take(batch); // what comes before the record that cannot be read
                throw unreadable;
            }
            take(batch);
        }

        private void skipCounted(CsvFile<V> lines) {
            for (long line = SKIPPED_AT_ONCE; line < run.lineReached(); line += SKIPPED_AT_ONCE) {
                lines.skipTo(line);
                lease.check();
            }
            lines.skipTo(run.lineReached());
        }

        private Optional<Instant> unopened(Line<V> line) {
            return run.isDryRun()
                    ? Optional.empty()
                    : Optional.ofNullable(line.value()).flatMap(value -> months.unopened(kind, value));
        }

        /** Months that the file has no more lines of are released, so that they can be settled. */
        private void open(Instant at) throws IOException {
            if (months.blocking(at).isPresent()) {
                checkpoint.leaveBehind(run, toCome());
                await(() -> months.blocking(at), SETTLING);
            }
            months.open(at, run.owner());
            lease.check();
        }

        private Set<YearMonth> toCome() throws IOException {
            var toCome = new HashSet<YearMonth>();
            scan(
                    line -> {
                        if (line.number() > run.lineReached()) {
                            month(line).ifPresent(toCome::add);
                        }
                    },
                    () -> {});
            return toCome;
        }

        private void take(List<Line<V>> lines) {
            if (lines.isEmpty()) {
                return;
            }
            lease.check();
            if (uncountedSince != null) {
                awaitDelivery(); // else the ledger would not know sign-ins that are in the journal
            }
            if (kind.joinsTransaction() && !run.isDryRun()) {
                checkpoint.saveWith(run, () -> count(lines));
            } else {
                count(lines);
                checkpoint.save(run);
            }
            lines.clear();
            uncountedSince = null;
            await(() -> delivery.hasRoom() ? Optional.empty() : Optional.of("earlier lines to be delivered"), POLL);
        }

        /** Counts lines only after all are taken in: if that fails, it is done again. */
        private void count(List<Line<V>> lines) {
            var results = results(lines.stream()
                            .filter(line -> line.error() == null)
                            .map(line -> Objects.requireNonNull(line.value()))
                            .toList())
                    .iterator();
            for (var line : lines) {
                if (line.error() != null) {
                    countInvalid(line);
                } else {
                    run.count(line.number(), results.next());
                }
            }
            run.reached(lines.getLast().number());
        }

        /** After a takeover, lines that the run had taken in but not counted get the outcome that they had. */
        private List<LineResult> results(List<V> values) {
            var results = taking.apply(values);
            if (uncountedSince == null) {
                return results;
            }
            var before = kind.takenSince(values, uncountedSince);
            return IntStream.range(0, results.size())
                    .mapToObj(i -> results.get(i).outcome() == LineOutcome.DUPLICATE
                            ? before.get(i).map(LineResult::of).orElse(results.get(i))
                            : results.get(i))
                    .toList();
        }

        private void countInvalid(Line<?> line) {
            run.count(line.number(), LineResult.malformed(Objects.requireNonNull(line.error())));
        }

        /** An import is done when its points and scores are on the boards: until then its seasons are held. */
        private void awaitDelivery() {
            for (var stage : delivery.stages()) {
                var delivered = stage.get();
                await(
                        () -> delivered.getAsBoolean()
                                ? Optional.empty()
                                : Optional.of("its lines to be delivered to the boards"),
                        POLL);
            }
        }

        /** Waits while there is a cause, and says so if it takes a while. */
        private void await(Supplier<Optional<String>> cause, Duration poll) {
            while (!Polling.until(() -> lease.asked() || cause.get().isEmpty(), WORTH_TELLING, poll)) {
                lease.check();
                cause.get().filter(each -> !each.equals(run.waitingFor())).ifPresent(each -> {
                    run.waitsFor(each);
                    checkpoint.save(run);
                });
            }
            run.waitsFor(null);
            lease.check();
        }
    }
}
