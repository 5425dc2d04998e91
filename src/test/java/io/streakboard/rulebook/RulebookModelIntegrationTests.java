package io.streakboard.rulebook;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.activities.Activity;
import io.streakboard.points.PostingResult;
import io.streakboard.rulebook.RulebookInstance.Kill;
import io.streakboard.rulebook.RulebookInstance.Killed;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Seeds;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Random versions, published, withdrawn and restored while activities come: late ones, repeated ones, at two instances
 * at once, and in files. Instances are killed before and after their commits. Each row of the ledger is paid by the
 * version of its {@code occurredAt}, and caps are exact though they change within a day.
 */
@IntegrationTest
@TestPropertySource(properties = "streakboard.rulebook.source=database") // its own databases: its versions lie behind
@DirtiesContext
class RulebookModelIntegrationTests {

    private static final int STEPS = 150;
    private static final int LEARNERS = 3;
    private static final List<String> TYPES = List.of("LESSON", "MODEL_A", "MODEL_B");
    private static final Duration LONGEST_STEP = Duration.ofHours(3);
    private static final Duration LATEST = Duration.ofDays(2);

    /** What an activity of a type is worth. */
    private record Worth(int points, @Nullable Integer cap) {}

    private record Raise(Set<String> types, int percent, boolean scaled, Instant from, Instant to) {

        boolean raises(Activity activity) {
            return types.contains(activity.type())
                    && !activity.occurredAt().isBefore(from)
                    && activity.occurredAt().isBefore(to);
        }
    }

    private record Rulings(Map<String, Worth> types, Map<String, Raise> bonuses) {}

    private record Version(long number, Instant validFrom, Rulings rulings) {}

    private record CapKey(long learner, String type, LocalDate day) {}

    /** A row of the ledger. */
    private record Paid(int points, @Nullable String bonus) {}

    private final ApplicationContext application;
    private final Rulebook rulebook;
    private final Api api;
    private final BusinessTime time;
    private final JdbcClient jdbc;

    RulebookModelIntegrationTests(
            ApplicationContext application, Rulebook rulebook, Api api, BusinessTime time, JdbcClient jdbc) {
        this.application = application;
        this.rulebook = rulebook;
        this.api = api;
        this.time = time;
        this.jdbc = jdbc;
    }

    static List<Long> seeds() {
        return Seeds.some(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyRowIsPaidByTheVersionOfItsInstant(long seed) throws Exception {
        jdbc.sql("DELETE FROM rulebook_version WHERE number > 1").update();
        rulebook.refresh();
        try (var run = new Run(seed)) {
            run.go();
        }
    }

    private final class Run implements AutoCloseable {

        private final long seed;
        private final Random random;
        private final List<Long> learners =
                Stream.generate(Learners::next).limit(LEARNERS).toList();
        private final List<Version> versions = new ArrayList<>();
        private final List<Activity> activities = new ArrayList<>();
        private final Map<Activity, Paid> paid = new HashMap<>();
        private final Map<CapKey, Integer> used = new HashMap<>();
        private final Set<CapKey> full = new HashSet<>();
        private final Map<String, Integer> happened = new TreeMap<>();
        private final RulebookInstance[] instances = new RulebookInstance[2];
        private Instant now;
        private long greatest = 1;

        Run(long seed) {
            this.seed = seed;
            random = new Random(seed);
            now = time.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(14)); // the shared instance is ahead
            versions.add(new Version(1, Instant.MIN, new Rulings(Map.of("LESSON", new Worth(10, 50)), Map.of())));
            start(0);
            start(1);
        }

        private void start(int index) {
            InstantSource clock = () -> now;
            instances[index] = new RulebookInstance(application, clock.withZone(ZoneOffset.UTC), time.zone());
        }

        @Override
        public void close() {
            for (var instance : instances) {
                instance.close();
            }
        }

        void go() throws Exception {
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(20)) {
                    case 0, 1, 2, 3, 4 -> take();
                    case 5, 6 -> takeAtBoth();
                    case 7 -> takeAndDie();
                    case 8, 9, 10 -> publish(random.nextInt(3) == 0 ? later() : null);
                    case 11 -> restore();
                    case 12, 13 -> withdraw();
                    case 14 -> importFile();
                    default -> goOn();
                }
            }
            assertThat(rows()).as("seed %d, %s", seed, happened).isEqualTo(paid);
            assertThat(happened.keySet())
                    .contains("published", "withdrawn", "restored", "pending", "killed", "imported", "repeated");
            assertThat(full).isNotEmpty();
        }

        private void note(String event) {
            happened.merge(event, 1, Integer::sum);
        }

        private int any() {
            return random.nextInt(instances.length);
        }

        /** All instances hear of a version in the five seconds before it is valid, some at the last moment. */
        private void goOn() {
            for (var instance : instances) {
                instance.rulebook.refresh();
            }
            rulebook.refresh();
            var next = pending().map(Version::validFrom).orElse(null);
            if (next != null && random.nextInt(3) > 0) {
                now = next.plusMillis(random.nextInt(2));
            } else {
                now = now.plusMillis(random.nextLong(
                        random.nextInt(4) == 0 ? LONGEST_STEP.toMillis() : Publisher.NOTICE.toMillis()));
            }
        }

        private Optional<Version> pending() {
            return Optional.of(versions.getLast())
                    .filter(version -> version.validFrom().isAfter(now));
        }

        private Instant later() {
            return now.plus(Publisher.NOTICE).plusSeconds(1 + random.nextLong(LONGEST_STEP.toSeconds()));
        }

        private void publish(@Nullable Instant validFrom) {
            var rulings = rulings();
            publish(instance -> instance.publish(patch(rulings), validFrom), validFrom, rulings);
        }

        private void restore() {
            var former = versions.get(random.nextInt(versions.size()));
            publish(instance -> instance.restore(former.number()), null, former.rulings());
            note("restored");
        }

        private interface Publication {
            boolean by(RulebookInstance instance);
        }

        private void publish(Publication publication, @Nullable Instant validFrom, Rulings rulings) {
            int index = any();
            if (pending().isPresent()) {
                assertThatThrownBy(() -> publication.by(instances[index])).hasMessageContaining("is valid from");
                note("pending");
                return;
            }
            boolean isNew = !rulings.equals(versions.getLast().rulings());
            var kill = isNew && random.nextInt(3) == 0 ? Kill.values()[random.nextInt(2)] : null;
            if (kill != null) {
                assertThatThrownBy(() -> {
                            instances[index].dieAt(kill);
                            publication.by(instances[index]);
                        })
                        .isInstanceOf(Killed.class);
                restart(index);
            } else {
                assertThat(publication.by(instances[index])).isEqualTo(isNew);
            }
            if (isNew && kill != Kill.BEFORE_COMMIT) {
                var soonest = now.plus(Publisher.NOTICE);
                versions.add(new Version(
                        ++greatest, (validFrom == null ? soonest : validFrom).truncatedTo(ChronoUnit.MILLIS), rulings));
                note("published");
            }
        }

        private void restart(int index) {
            instances[index].close();
            start(index);
            note("killed");
        }

        private void withdraw() {
            if (pending().isEmpty()) {
                publish(later());
            }
            var pending = pending().orElse(null);
            if (pending != null && pending.validFrom().isAfter(now.plus(Publisher.NOTICE))) {
                instances[any()].withdraw(pending.number());
                versions.removeLast();
                note("withdrawn");
            }
        }

        private Rulings rulings() {
            var types = new HashMap<String, Worth>();
            for (var type : TYPES) {
                int points = 1 + random.nextInt(20);
                if (type.equals("LESSON") || random.nextInt(4) > 0) {
                    types.put(type, new Worth(points, random.nextInt(4) == 0 ? null : points + random.nextInt(80)));
                }
            }
            var bonuses = new HashMap<String, Raise>();
            for (int i = 0; i < 2; i++) {
                if (random.nextBoolean()) {
                    var from = now.minusSeconds(random.nextInt(40_000)).truncatedTo(ChronoUnit.MILLIS);
                    bonuses.put(
                            "bonus-" + i,
                            new Raise(
                                    random.nextBoolean() ? types.keySet() : Set.of("LESSON"),
                                    102 + i + 2 * random.nextInt(100), // no two have the same
                                    random.nextBoolean(),
                                    from,
                                    from.plusSeconds(1 + random.nextInt(80_000))));
                }
            }
            return new Rulings(types, bonuses);
        }

        private String patch(Rulings rulings) {
            var patch = JsonMapper.shared().createObjectNode();
            var types = patch.putObject("types");
            for (var type : TYPES) {
                var worth = rulings.types().get(type);
                if (worth == null) {
                    types.putNull(type);
                } else {
                    types.putObject(type).put("points", worth.points()).put("dailyCap", worth.cap());
                }
            }
            var bonuses = patch.putObject("bonuses").putNull("bonus-0").putNull("bonus-1");
            rulings.bonuses().forEach((name, raise) -> {
                var bonus = bonuses.putObject(name)
                        .put("percent", raise.percent())
                        .put("dailyCap", raise.scaled() ? "scaled" : "unchanged")
                        .put("from", raise.from().toString())
                        .put("to", raise.to().toString());
                raise.types().forEach(bonus.putArray("types")::add);
            });
            return patch.toString();
        }

        private void take() {
            var batch = batch();
            var results = instances[any()].activities.take(batch);
            assertThat(results)
                    .extracting(PostingResult::points)
                    .as("seed %d, %s of %s", seed, batch, versions)
                    .isEqualTo(batch.stream().map(this::pay).toList());
        }

        private void takeAtBoth() throws Exception {
            var batch = batch();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var other = threads.submit(() -> instances[0].activities.take(batch));
                instances[1].activities.take(batch);
                other.get();
            }
            batch.forEach(this::pay);
        }

        private void takeAndDie() {
            var batch = batch();
            int index = any();
            instances[index].dieAt(Kill.values()[random.nextInt(2)]);
            try {
                instances[index].activities.take(batch); // lives on if there is nothing to commit
            } catch (RuntimeException killed) {
                assertThat(NestedExceptionUtils.getMostSpecificCause(killed)).isInstanceOf(Killed.class);
            }
            restart(index);
            instances[any()].activities.take(batch);
            batch.forEach(this::pay);
        }

        /** Takes activities in by a file, at the shared instance. */
        private void importFile() {
            rulebook.refresh();
            var batch = batch();
            var file = batch.stream()
                    .map(each ->
                            "%d,%s,%s,%s\n".formatted(each.learner(), each.type(), each.sourceId(), each.occurredAt()))
                    .collect(joining("", "user_id,type,source_id,occurred_at\n", ""));
            var admin = api.admin();
            var id = admin.post("/api/imports?kind=activities", "text/csv", file.getBytes(StandardCharsets.UTF_8))
                    .has(202)
                    .at("/id")
                    .asLong();
            await().until(
                            () -> admin.get("/api/imports/" + id)
                                    .has(200)
                                    .at("/state")
                                    .asString(),
                            "DONE"::equals);
            batch.forEach(this::pay);
            note("imported");
        }

        private List<Activity> batch() {
            return Stream.generate(this::activity).limit(1 + random.nextInt(8)).toList();
        }

        private Activity activity() {
            if (!activities.isEmpty() && random.nextInt(5) == 0) {
                note("repeated");
                return activities.get(random.nextInt(activities.size()));
            }
            var activity = new Activity(
                    learners.get(random.nextInt(LEARNERS)),
                    TYPES.get(random.nextInt(TYPES.size())),
                    "s-" + activities.size(),
                    occurredAt());
            activities.add(activity);
            return activity;
        }

        private Instant occurredAt() {
            var late = now.minusMillis(random.nextLong(LATEST.toMillis()));
            return switch (random.nextInt(4)) {
                case 0 -> now;
                case 1 -> now.minusMillis(random.nextInt(10_000));
                case 2 ->
                    versions.stream()
                            .map(Version::validFrom)
                            .filter(validFrom -> validFrom.isAfter(late) && validFrom.isBefore(now))
                            .findAny()
                            .map(validFrom -> validFrom.minusMillis(random.nextInt(2)))
                            .orElse(late);
                default -> late;
            };
        }

        /** Returns the points of an activity that comes now. */
        private int pay(Activity activity) {
            var rulings = versions.reversed().stream()
                    .filter(version -> !activity.occurredAt().isBefore(version.validFrom()))
                    .findFirst()
                    .orElseThrow()
                    .rulings();
            var worth = rulings.types().get(activity.type());
            if (worth == null || paid.containsKey(activity)) {
                return 0;
            }
            var bonus = rulings.bonuses().entrySet().stream()
                    .filter(each -> each.getValue().raises(activity))
                    .max(Comparator.comparingInt(each -> each.getValue().percent()))
                    .orElse(null);
            int points = bonus == null
                    ? worth.points()
                    : worth.points() * bonus.getValue().percent() / 100;
            var cap = worth.cap();
            if (cap != null && bonus != null && bonus.getValue().scaled()) {
                cap = cap * bonus.getValue().percent() / 100;
            }
            var key = new CapKey(activity.learner(), activity.type(), time.dayOf(activity.occurredAt()));
            int before = used.getOrDefault(key, 0);
            int pays = cap == null ? points : Math.clamp((long) cap - before, 0, points);
            if (pays < points) {
                full.add(key);
            }
            used.put(key, before + pays);
            paid.put(activity, new Paid(pays, bonus == null ? null : bonus.getKey()));
            return pays;
        }

        private Map<Activity, Paid> rows() {
            var rows = new HashMap<Activity, Paid>();
            for (var season :
                    jdbc.sql("SELECT id FROM season").query(Long.class).list()) {
                jdbc.sql("SELECT * FROM points_record_" + season + " WHERE user_id IN (:learners)")
                        .param("learners", learners)
                        .query(row -> {
                            var reasons = row.getString("reasons");
                            var first = reasons == null
                                    ? null
                                    : JsonMapper.shared().readTree(reasons).path(0);
                            var activity = new Activity(
                                    row.getLong("user_id"),
                                    row.getString("type"),
                                    row.getString("source_id"),
                                    Utc.instant(row, "occurred_at"));
                            assertThat(rows).doesNotContainKey(activity);
                            rows.put(
                                    activity,
                                    new Paid(
                                            row.getInt("points"),
                                            first == null
                                                            || !first.path(0)
                                                                    .asString()
                                                                    .equals("bonus")
                                                    ? null
                                                    : first.path(1).asString()));
                        });
            }
            return rows;
        }
    }
}
