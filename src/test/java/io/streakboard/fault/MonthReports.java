package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Services report what learners did in a month while it is being settled, again for as long as there is no answer: a
 * sign-in, and something that lifts many of them over a bound of the board's buckets.
 */
final class MonthReports implements AutoCloseable {

    private static final int AT_ONCE = 2;
    private static final int PAUSE_MILLIS = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int OF_EACH_BOUND = 100;
    private static final int FIRST_DAY = 15;
    private static final int SIGN_IN_DAYS = 8;
    private static final JsonMapper JSON = new JsonMapper();

    private final EndedMonth month;
    private final Supplier<Optional<ApplicationProcess>> instances;
    private final List<Long> learners;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** What was answered, by learner, type and source, unless the first answer was lost. */
    private final Map<String, String> outcomes = new ConcurrentHashMap<>();

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(AT_ONCE);

    /**
     * @param bounds of the board, each a multiple of ten
     * @param instances whom to talk to, asked before each request
     */
    MonthReports(EndedMonth month, List<Long> bounds, Supplier<Optional<ApplicationProcess>> instances) {
        this.month = month;
        this.instances = instances;
        this.learners = bounds.stream()
                .flatMap(bound -> IntStream.range(0, OF_EACH_BOUND)
                        .mapToObj(i -> EndedMonth.learner((int) (bound * 10 - OF_EACH_BOUND + i))))
                .toList();
        IntStream.range(0, AT_ONCE)
                .forEach(i -> threads.scheduleWithFixedDelay(this::report, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** How many were answered with an outcome until now. */
    long answered(String outcome) {
        return outcomes.values().stream().filter(outcome::equals).count();
    }

    private void report() {
        if (over.get()) {
            return;
        }
        try {
            report(begun.getAndIncrement());
        } catch (Exception | AssertionError failure) {
            failures.add(failure);
        }
    }

    private void report(int number) throws InterruptedException {
        long learner = learners.get(number % learners.size());
        int round = number / learners.size();
        var activities = new ArrayList<String>();
        activities.add(activity(learner, "REVIEW", "r" + number, FIRST_DAY, number));
        if (round < SIGN_IN_DAYS) {
            int day = FIRST_DAY + 1 + round;
            activities.add(activity(
                    learner,
                    "SIGN_IN",
                    month.startsAt().plusDays(day).toLocalDate().toString(),
                    day,
                    number));
        }
        var answer = answer("{\"activities\":[" + String.join(",", activities) + "]}");
        for (int i = 0; i < activities.size(); i++) {
            var key = key(JSON.readTree(activities.get(i)));
            var outcome = answer.at("/results/%d/outcome".formatted(i)).asString();
            assertThat(outcome).as(answer.toString()).isIn("AWARDED", "LATE", "DUPLICATE");
            reported.add(key);
            if (!outcome.equals("DUPLICATE")) {
                outcomes.put(key, outcome);
            }
        }
    }

    /** No two are done in the same second, so all places on the board are known. */
    private String activity(long learner, String type, String source, int day, int number) {
        return "{\"learner\":%d,\"type\":\"%s\",\"sourceId\":\"%s\",\"occurredAt\":\"%s\"}"
                .formatted(
                        learner,
                        type,
                        source,
                        month.startsAt().plusDays(day).plusSeconds(number + 1L).toInstant(ZoneOffset.UTC));
    }

    private static String key(JsonNode activity) {
        return activity.get("learner").asLong() + " " + activity.get("type").asString() + " "
                + activity.get("sourceId").asString();
    }

    private JsonNode answer(String json) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            var instance = instances.get();
            if (instance.isPresent()) {
                try {
                    var answer = instance.get().post("/api/activities", DevelopmentToken.of(1, "service"), json);
                    if (answer.statusCode() == 200) {
                        return JSON.readTree(answer.body());
                    }
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                } catch (IOException noAnswer) {
                    // another one may answer
                }
            }
            Thread.sleep(100); // as a client would
        }
        throw new AssertionError("no answer to " + json);
    }

    /** Returns when all that was begun is answered. */
    @Override
    public void close() {
        over.set(true);
        threads.close();
    }

    /**
     * Asserts that each report is once in the books of its month, if it was in time, or else in those of the current
     * one, where it is on the list of what was late.
     */
    void assertInTheBooks(long current, JdbcClient jdbc) {
        assertThat(failures).isEmpty();
        var inTime = ledger(jdbc, month.id(), "source_id <> 's'");
        var late = ledger(jdbc, current, "outcome = 'LATE'");
        assertThat(inTime).isNotEmpty().doesNotHaveDuplicates();
        assertThat(late).isNotEmpty().doesNotHaveDuplicates().doesNotContainAnyElementsOf(inTime);
        assertThat(Stream.concat(inTime.stream(), late.stream()).collect(Collectors.toSet()))
                .isEqualTo(reported);
        assertThat(inTime).containsAll(answeredWith("AWARDED")).doesNotContainAnyElementsOf(answeredWith("LATE"));
        assertThat(list(jdbc, "SELECT user_id, type, source_id FROM points_late WHERE home_season = " + month.id()))
                .containsExactlyInAnyOrderElementsOf(late);
        assertLog(current, jdbc);
        assertThat(jdbc.sql("""
                        SELECT COUNT(*) FROM points_total_%1$d t JOIN (
                            SELECT user_id, SUM(points) AS points FROM points_record_%1$d GROUP BY user_id) r
                          ON r.user_id = t.user_id AND r.points = t.points
                        """.formatted(month.id())).query(Long.class).single())
                .isEqualTo(jdbc.sql("SELECT COUNT(*) FROM points_total_" + month.id())
                        .query(Long.class)
                        .single());
    }

    /** Each sign-in is in the log, and paid once as the log says. */
    private void assertLog(long current, JdbcClient jdbc) {
        var signIns = reported.stream().filter(key -> key.contains(" SIGN_IN ")).toList();
        assertThat(list(jdbc, "SELECT user_id, 'SIGN_IN', day FROM sign_in_log"))
                .containsExactlyInAnyOrderElementsOf(signIns);
        long asLogged = LongStream.of(month.id(), current)
                .map(season -> jdbc.sql("""
                                SELECT COUNT(*) FROM points_record_%d r JOIN sign_in_log s
                                  ON s.user_id = r.user_id AND s.day = r.source_id AND s.points = r.points
                                 WHERE r.type = 'SIGN_IN'
                                """.formatted(season)).query(Long.class).single())
                .sum();
        assertThat(asLogged).isEqualTo(signIns.size());
    }

    private List<String> answeredWith(String outcome) {
        return outcomes.entrySet().stream()
                .filter(entry ->
                        entry.getValue().equals(outcome) && !entry.getKey().contains(" SIGN_IN "))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> ledger(JdbcClient jdbc, long season, String which) {
        return list(jdbc, "SELECT user_id, type, source_id FROM points_record_%d WHERE %s".formatted(season, which));
    }

    private static List<String> list(JdbcClient jdbc, String sql) {
        return jdbc.sql(sql)
                .query((row, number) -> row.getLong(1) + " " + row.getString(2) + " " + row.getString(3))
                .list();
    }
}
