package io.streakboard.fault;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.fault.MonthEndFaultTests.MonthEnd;
import io.streakboard.fault.Visitors.Entry;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is on record about the two months around a month's end, and what their seasons went through. Makes the tables
 * before the application does, so as to miss nothing: triggers note each move of a season and each publication of an
 * event about one. {@code SeasonOpened} and {@code SeasonEnded} have no listener in the application and so are never in
 * the registry; they are published in the transactions that move the season.
 */
final class MonthBooks {

    private static final List<String> WITNESSES =
            List.of("CREATE TABLE witnessed (what VARCHAR(200) NOT NULL, listener VARCHAR(512) NULL)", """
            CREATE TRIGGER season_moves AFTER UPDATE ON season FOR EACH ROW
            INSERT INTO witnessed SELECT CONCAT(NEW.name, ' ', NEW.state), NULL FROM DUAL
             WHERE NEW.state <> OLD.state AND NEW.state <> 'UPCOMING'
            """, """
            CREATE TRIGGER season_publications AFTER INSERT ON EVENT_PUBLICATION FOR EACH ROW
            INSERT INTO witnessed
            SELECT CONCAT(JSON_UNQUOTE(JSON_EXTRACT(NEW.serialized_event, '$.name')), ' ',
                          SUBSTRING_INDEX(NEW.event_type, '.', -1)),
                   NEW.listener_id
              FROM DUAL WHERE NEW.event_type LIKE 'io.streakboard.season.%'
            """);

    private static final JsonMapper JSON = new JsonMapper();

    private record Place(long rank, long learner, long points, Instant reachedAt) {}

    private static final Comparator<Place> IN_RANK_ORDER =
            Comparator.comparingLong(Place::points).reversed().thenComparing(Place::reachedAt);

    private final MonthEnd monthEnd;
    private final JdbcClient jdbc;

    MonthBooks(MonthEnd monthEnd, EmbeddedServers servers, String schema) {
        var database = servers.database();
        var dataSource = database.dataSource(schema);
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        this.monthEnd = monthEnd;
        this.jdbc = JdbcClient.create(dataSource);
        WITNESSES.forEach(statement -> jdbc.sql(statement).update());
    }

    /** Asserts that log, ledgers, totals and boards hold what the visitors were answered, and nothing else. */
    void assertHold(Visitors visitors, ApplicationProcess instance) throws Exception {
        assertHolds(monthEnd.ending(), "SETTLED", visitors.entries(monthEnd.ending()), instance);
        assertHolds(monthEnd.beginning(), "OPEN", visitors.entries(monthEnd.beginning()), instance);
        assertThat(actedOnAnotherDay()).isZero();
    }

    private void assertHolds(YearMonth month, String state, Set<Entry> entries, ApplicationProcess instance)
            throws Exception {
        long season = jdbc.sql("SELECT id FROM season WHERE name = ? AND state = ?")
                .params(month.toString(), state)
                .query(Long.class)
                .single();
        assertThat(ledger(season)).isEqualTo(entries);
        assertThat(log(month)).isEqualTo(signIns(entries));
        var totals = entries.stream().collect(groupingBy(Entry::learner, summingLong(Entry::points)));
        assertThat(totals(season)).isEqualTo(totals);
        assertBoard(month, state, totals, instance);
    }

    private static Set<Entry> signIns(Set<Entry> entries) {
        return entries.stream().filter(entry -> entry.type().equals("SIGN_IN")).collect(toSet());
    }

    private Set<Entry> ledger(long season) {
        return entries("SELECT user_id, type, source_id, day, points, outcome = 'LATE' FROM points_record_" + season);
    }

    private Set<Entry> log(YearMonth month) {
        return entries("""
                SELECT user_id, 'SIGN_IN', day, day, points, FALSE FROM sign_in_log WHERE day BETWEEN '%s' AND '%s'
                """.formatted(month.atDay(1), month.atEndOfMonth()));
    }

    private Set<Entry> entries(String sql) {
        return Set.copyOf(jdbc.sql(sql)
                .query((row, number) -> new Entry(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getObject(4, LocalDate.class),
                        row.getLong(5),
                        row.getBoolean(6)))
                .list());
    }

    private long actedOnAnotherDay() {
        return jdbc.sql("SELECT COUNT(*) FROM sign_in_log WHERE (signed_at < ?) <> (day < ?)")
                .params(Utc.column(monthEnd.midnight()), monthEnd.firstDay())
                .query(Long.class)
                .single();
    }

    private Map<Long, Long> totals(long season) {
        var totals = new HashMap<Long, Long>();
        jdbc.sql("SELECT user_id, points FROM points_total_" + season).query(row -> {
            totals.put(row.getLong(1), row.getLong(2));
        });
        return totals;
    }

    private static void assertBoard(YearMonth month, String state, Map<Long, Long> totals, ApplicationProcess instance)
            throws Exception {
        var path = "/api/boards/points/top?season=%s&size=%d".formatted(month, Visitors.NUMBER);
        var board = JSON.readTree(instance.get(path, DevelopmentToken.of(1)).body());
        var places = StreamSupport.stream(board.get("items").spliterator(), false)
                .map(item -> new Place(
                        item.get("rank").asLong(),
                        item.get("member").asLong(),
                        item.get("score").asLong(),
                        Instant.parse(item.get("reachedAt").asString())))
                .toList();
        assertThat(board.get("edition").get("season").get("state").asString()).isEqualTo(state);
        assertThat(board.get("total").asInt()).isEqualTo(totals.size());
        assertThat(places).extracting(Place::rank).containsExactlyElementsOf(ranks(totals.size()));
        assertThat(places).isSortedAccordingTo(IN_RANK_ORDER);
        assertThat(places.stream().collect(toMap(Place::learner, Place::points)))
                .isEqualTo(totals);
    }

    private static List<Long> ranks(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    /** Asserts that every move of the two seasons happened once, and that every listener got what it has to, once. */
    void assertEachEventOnce() {
        var ending = monthEnd.ending();
        assertThat(witnessed("SELECT what FROM witnessed WHERE listener IS NULL"))
                .containsExactlyInAnyOrder(
                        ending + " OPEN",
                        ending + " ENDED",
                        ending + " SETTLING",
                        ending + " SETTLED",
                        monthEnd.beginning() + " OPEN");
        assertThat(witnessed("SELECT what FROM witnessed WHERE listener IS NOT NULL"))
                .isNotEmpty()
                .containsOnly(ending + " SeasonSettled");
        assertThat(witnessed("SELECT listener FROM witnessed WHERE listener IS NOT NULL"))
                .doesNotHaveDuplicates();
    }

    private List<String> witnessed(String sql) {
        return jdbc.sql(sql).query((row, number) -> row.getString(1)).list();
    }
}
