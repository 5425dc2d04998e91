package io.streakboard.model;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.model.Operation.ImportFile;
import io.streakboard.process.DevelopmentToken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Imports files, in the background. An import that was interrupted goes on by itself, or ends as failed, or stands
 * still: then the user imports the file again, as they may at any time.
 */
final class Imports {

    private static final String ADMIN = DevelopmentToken.of(1, "admin");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration STANDS_STILL = Duration.ofSeconds(10);
    private static final String HEADER = "user_id,type,source_id,occurred_at\n";
    private static final List<String> TYPES = List.of("LESSON", "QUESTION", "NOTE", "REVIEW", Deed.SIGN_IN);

    /** So many come for nothing but a review or two. */
    private static final int CROWD_IS_MORE_THAN = 1_000;

    private static final long CROWD = 100_000;

    private final Client client;
    private final Fleet fleet;
    private final Grounds grounds;
    private final Almanac almanac;
    private final Oracle oracle;
    private final Chronicle chronicle;
    private final List<CompletableFuture<Void>> underWay = new ArrayList<>();

    Imports(Client client, Fleet fleet, Grounds grounds, Almanac almanac, Oracle oracle, Chronicle chronicle) {
        this.client = client;
        this.fleet = fleet;
        this.grounds = grounds;
        this.almanac = almanac;
        this.oracle = oracle;
        this.chronicle = chronicle;
    }

    /** An import that has begun, at an instance. */
    final class Run {

        private final ImportFile file;
        private final List<Deed> rows;
        private final String csv;
        private final Instant begun = fleet.now();
        private final AtomicLong id = new AtomicLong();
        private final AtomicInteger instance = new AtomicInteger();
        private volatile boolean interrupted;

        Run(ImportFile file, List<Deed> rows) {
            this.file = file;
            this.rows = rows;
            this.csv = rows.stream().map(Deed::csv).collect(joining("\n", HEADER, "\n"));
            send();
        }

        int instance() {
            return instance.get();
        }

        void interrupted() {
            interrupted = true;
        }

        private void send() {
            var answer = client.ask(file.number(), (at, number) -> {
                instance.set(number);
                return at.post("/api/imports", ADMIN, "text/csv", csv);
            });
            assertThat(answer.status()).as("%s", answer).isEqualTo(202);
            id.set(answer.body().get("id").asLong());
        }

        private JsonNode progress() {
            return client.ask(instance(), (at, number) -> at.get("/api/imports/" + id, ADMIN))
                    .body();
        }

        /** Returns in the middle of it, or when it is over. */
        void awaitRows() {
            await().pollInSameThread().atMost(PATIENCE).until(() -> {
                var progress = progress();
                return progress.path("rows").asLong() > 0
                        || !progress.path("state").asString("").equals("RUNNING");
            });
        }

        private void finish() {
            var rowsBefore = new AtomicLong(-1);
            var movedAt = new AtomicLong(System.nanoTime());
            await("import " + file.number())
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(200))
                    .atMost(PATIENCE)
                    .until(() -> done(progress(), rowsBefore, movedAt));
            rows.forEach(row -> oracle.acknowledge(row, punctual(row)));
            chronicle.note(fleet.now(), "import " + file.number() + " is done");
        }

        private boolean done(JsonNode progress, AtomicLong rowsBefore, AtomicLong movedAt) {
            long rows = progress.path("rows").asLong();
            if (rowsBefore.getAndSet(rows) != rows) {
                movedAt.set(System.nanoTime());
            }
            var state = progress.path("state").asString("");
            boolean stuck = System.nanoTime() - movedAt.get() > STANDS_STILL.toNanos();
            if (state.equals("DONE")) {
                assertThat(progress.path("invalid").asInt()).as("%s", progress).isZero();
                return true;
            }
            if (!state.equals("RUNNING") || stuck) {
                chronicle.note(fleet.now(), "import " + file.number() + " once more after " + progress);
                chronicle.count("ImportedAgain");
                movedAt.set(System.nanoTime());
                interrupted = true;
                send();
            }
            return false;
        }

        /**
         * A month that began with this import is held open for it, however long it takes, also while nobody works on
         * it.
         */
        private @Nullable String punctual(Deed row) {
            if (file.months().isEmpty()) {
                return almanac.sealable(almanac.monthOf(row.at()), begun)
                        ? null
                        : "its import had begun before the month ended";
            }
            return "import %d had begun with its month%s"
                    .formatted(file.number(), interrupted ? ", and was interrupted" : ", and went on");
        }
    }

    Run begin(ImportFile file) {
        grounds.slowDownImports(file.secondsABatch());
        return new Run(file, rows(file, fleet.now()));
    }

    /** Follows an import to its end, in the background. */
    void follow(Run run) {
        underWay.add(CompletableFuture.runAsync(run::finish, Thread::startVirtualThread));
    }

    boolean areUnderWay() {
        return underWay.stream().anyMatch(each -> !each.isDone());
    }

    void awaitAll() {
        underWay.forEach(CompletableFuture::join);
        underWay.clear();
        grounds.slowDownImports(0);
    }

    private List<Deed> rows(ImportFile file, Instant now) {
        var random = new Random(file.number());
        var rows = new ArrayList<Deed>();
        if (file.months().isEmpty()) {
            rows.addAll(rows(file, almanac.startOf(almanac.monthOf(now)), now, random));
        }
        for (var month : file.months()) {
            rows.addAll(rows(file, almanac.startOf(month), almanac.endOf(month), random));
        }
        switch (file.order()) {
            case OLDEST_FIRST -> {}
            case NEWEST_FIRST -> Collections.reverse(rows);
            case ANY -> Collections.shuffle(rows, random);
        }
        return rows;
    }

    private List<Deed> rows(ImportFile file, Instant from, Instant to, Random random) {
        long millis = Duration.between(from, to).toMillis();
        boolean crowd = file.learners() > CROWD_IS_MORE_THAN;
        var rows = new ArrayList<Deed>();
        for (int i = 0; i < file.rowsAMonth(); i++) {
            var at = from.plusMillis(random.nextLong(millis));
            var type = crowd ? "REVIEW" : TYPES.get(random.nextInt(TYPES.size()));
            long learner = (crowd ? CROWD : 1) + random.nextInt(file.learners());
            var sourceId = type.equals(Deed.SIGN_IN)
                    ? almanac.dayOf(at).toString()
                    : "file-%d-%s-%d".formatted(file.number(), almanac.monthOf(at), i);
            rows.add(new Deed(learner, type, sourceId, at));
        }
        rows.sort(Comparator.comparing(Deed::at));
        return rows;
    }
}
