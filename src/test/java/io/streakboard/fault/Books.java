package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is on record about sign-ins: in the tables, on the board and in the learners' calendars. */
final class Books {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** For a first sign-in, and for a review. */
    private static final long PAYS = 10;

    private static final int IDS_A_REQUEST = 100;
    private static final int AT_ONCE = 64;
    private static final JsonMapper JSON = new JsonMapper();

    private final JdbcClient jdbc;

    Books(EmbeddedServers servers, String schema) {
        this.jdbc = JdbcClient.create(servers.database().dataSource(schema));
    }

    /** Returns when nothing is on its way any more: the journal is empty, and so is the event publication registry. */
    void awaitDrained(ApplicationProcess instance) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> backlog(instance) == 0 && count("event_publication") == 0);
        assertThat(count("event_publication_parked")).isZero();
    }

    private static long backlog(ApplicationProcess instance) throws Exception {
        var journal = JSON.readTree(instance.actuator("/actuator/journal").body());
        assertThat(journal.get("parked").isEmpty()).isTrue();
        return stream(journal.get("partitions"))
                .mapToLong(partition -> partition.get("backlog").asLong())
                .sum();
    }

    private long count(String table) {
        return jdbc.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
    }

    /** Of some learners those whose sign-in is in the log. */
    Set<Long> recorded(Map<Long, LocalDate> signIns) {
        return perLearner(signIns, "COUNT(*)", "sign_in_log", "TRUE").keySet();
    }

    /** Asserts that each of the sign-ins counted once, everywhere. */
    void assertCountedOnce(Map<Long, LocalDate> signIns, ApplicationProcess instance) throws Exception {
        assertThat(perLearner(signIns, "COUNT(*)", "sign_in_log", "TRUE")).isEqualTo(each(signIns, learner -> 1L));
        assertThat(perLearner(signIns, "MAX(day)", "sign_in_log", "TRUE", LocalDate.class))
                .isEqualTo(signIns);
        assertPaidOnce(signIns, "SIGN_IN", instance);
        assertInTheCalendar(signIns, instance);
    }

    /** Asserts that learners who did one thing each were paid once: in ledger, total and board. */
    void assertPaidOnce(Map<Long, LocalDate> learners, String type, ApplicationProcess instance) throws Exception {
        var paid = each(learners, learner -> PAYS);
        var ledger = "points_record_" + season();
        assertThat(perLearner(learners, "COUNT(*)", ledger, "type = '%s'".formatted(type)))
                .isEqualTo(each(learners, learner -> 1L));
        assertThat(perLearner(learners, "SUM(points)", ledger, "TRUE")).isEqualTo(paid);
        assertThat(perLearner(learners, "SUM(points)", "points_total_" + season(), "TRUE"))
                .isEqualTo(paid);
        assertThat(onTheBoard(learners, instance)).isEqualTo(paid);
    }

    /**
     * Asserts that each of the sign-ins is in its learner's calendar, or the calendar says that days may be missing.
     */
    void assertInTheCalendar(Map<Long, LocalDate> signIns, ApplicationProcess instance) throws Exception {
        assertThat(inTheCalendar(signIns, instance)).isEqualTo(each(signIns, learner -> true));
    }

    private static <T> Map<Long, T> each(Map<Long, LocalDate> signIns, Function<Long, T> value) {
        return signIns.keySet().stream().collect(Collectors.toMap(learner -> learner, value));
    }

    private long season() {
        return jdbc.sql("SELECT id FROM season WHERE state = 'OPEN'")
                .query(Long.class)
                .single();
    }

    private Map<Long, Long> perLearner(Map<Long, LocalDate> signIns, String what, String table, String where) {
        return perLearner(signIns, what, table, where, Long.class);
    }

    private <T> Map<Long, T> perLearner(
            Map<Long, LocalDate> signIns, String what, String table, String where, Class<T> type) {
        var learners = new TreeSet<>(signIns.keySet());
        var values = new HashMap<Long, T>();
        jdbc.sql("SELECT user_id, %s FROM %s WHERE user_id BETWEEN ? AND ? AND %s GROUP BY user_id"
                        .formatted(what, table, where))
                .params(learners.first(), learners.last())
                .query(row -> {
                    values.put(row.getLong(1), row.getObject(2, type));
                });
        return values;
    }

    /** Of some learners those who are on the board. */
    Set<Long> ranked(Map<Long, LocalDate> signIns, ApplicationProcess instance) throws Exception {
        return onTheBoard(signIns, instance).keySet();
    }

    /** Asserts that a hundred of the learners are on the board, or that the board says that some may be missing. */
    void assertRankedUnlessDegraded(Set<Long> learners, ApplicationProcess instance) throws Exception {
        var some = learners.stream().limit(IDS_A_REQUEST).toList();
        var ids = some.stream().map(String::valueOf).collect(Collectors.joining(","));
        var board = read(instance, "/api/boards/points/members?ids=" + ids, 1);
        assertThat(board.get("degraded").asBoolean() || board.get("items").size() == some.size())
                .as(board.toString())
                .isTrue();
    }

    private static Map<Long, Long> onTheBoard(Map<Long, LocalDate> signIns, ApplicationProcess instance)
            throws Exception {
        var learners = List.copyOf(signIns.keySet());
        var requests = new ArrayList<Callable<Map<Long, Long>>>();
        for (int from = 0; from < learners.size(); from += IDS_A_REQUEST) {
            var ids = learners.subList(from, Math.min(from + IDS_A_REQUEST, learners.size())).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(","));
            requests.add(() -> stream(read(instance, "/api/boards/points/members?ids=" + ids, 1)
                            .get("items"))
                    .collect(Collectors.toMap(
                            item -> item.get("member").asLong(),
                            item -> item.get("score").asLong())));
        }
        return sideBySide(requests);
    }

    private static Map<Long, Boolean> inTheCalendar(Map<Long, LocalDate> signIns, ApplicationProcess instance)
            throws Exception {
        var requests = new ArrayList<Callable<Map<Long, Boolean>>>();
        signIns.forEach((learner, day) -> requests.add(() -> {
            var path = "/api/sign-ins/calendar?month=" + YearMonth.from(day);
            var calendar = read(instance, path, learner);
            return Map.of(
                    learner,
                    calendar.get("degraded").asBoolean()
                            || stream(calendar.get("signedDays"))
                                    .anyMatch(signed -> signed.asInt() == day.getDayOfMonth()));
        }));
        return sideBySide(requests);
    }

    private static JsonNode read(ApplicationProcess instance, String path, long learner) throws Exception {
        var response = instance.get(path, DevelopmentToken.of(learner));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static <T> Map<Long, T> sideBySide(List<Callable<Map<Long, T>>> requests)
            throws InterruptedException, ExecutionException {
        var atOnce = new Semaphore(AT_ONCE);
        var merged = new HashMap<Long, T>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = requests.stream()
                    .map(request -> threads.submit(() -> {
                        atOnce.acquire();
                        try {
                            return request.call();
                        } finally {
                            atOnce.release();
                        }
                    }))
                    .toList();
            for (var answer : answers) {
                merged.putAll(answer.get());
            }
        }
        return merged;
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
