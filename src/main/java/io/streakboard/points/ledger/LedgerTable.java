package io.streakboard.points.ledger;

import static java.util.stream.Collectors.joining;

import io.streakboard.points.ledger.EntryLookup.RecordedOutcome;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.time.Utc;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The ledger of each season, tables {@code points_record_<season>}. */
@Component
public class LedgerTable {

    private static final String PREFIX = "points_record_";

    /** A filter for entries; null: all. */
    public record EntryFilter(
            @Nullable String type,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {

        public EntryFilter {
            check("from", from);
            check("to", to);
            if (from != null && to != null && to.isBefore(from)) {
                throw Problem.invalid("to", "must not be before from", "min", Map.of("value", from.toString()));
            }
        }

        private static void check(String field, @Nullable LocalDate day) {
            if (day != null && (day.getYear() < 1 || day.getYear() > 9999)) {
                throw Problem.invalid(field, "must have a year of four digits", "four-digit-year");
            }
        }
    }

    /**
     * The position of an entry among its learner's entries of all seasons.
     *
     * @param seasonStart of the season whose ledger has it
     */
    public record EntryPosition(Instant seasonStart, Instant occurredAt, String type, String sourceId) {

        public String cursor() {
            return Cursor.of(seasonStart, occurredAt, type, sourceId);
        }

        public static EntryPosition at(String cursor) {
            return Cursor.read(
                    cursor,
                    4,
                    fields -> new EntryPosition(
                            Utc.parse(fields.get(0)), Utc.parse(fields.get(1)), fields.get(2), fields.get(3)));
        }
    }

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final EntryLookup lookup;
    private final JsonMapper json;

    LedgerTable(JdbcClient jdbc, JdbcTemplate batches, EntryLookup lookup, JsonMapper json) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.lookup = lookup;
        this.json = json;
    }

    public static String name(long season) {
        return PREFIX + season;
    }

    /** The keys found in the season's ledger. */
    Set<PostingKey> known(long season, Collection<PostingKey> keys) {
        return lookup.known(name(season), keys);
    }

    /** The entries of keys of the season that were recorded since an instant. */
    Map<PostingKey, RecordedOutcome> recordedSince(long season, Collection<PostingKey> keys, Instant since) {
        return lookup.recordedSince(name(season), "r.outcome", keys, since);
    }

    /** The points that the ledger holds for each day and type. A day without a row is left out. */
    Map<DayOfType, Long> used(long season, Collection<DayOfType> days) {
        return lookup.used(name(season), days);
    }

    /** The learners with points of a type besides the two given ones in the season's ledger. */
    public Set<Long> earners(long season, Collection<Long> learners, String type, String other) {
        return jdbc.sql("""
                        SELECT k.user_id
                          FROM JSON_TABLE(?, '$[*]' COLUMNS (user_id BIGINT PATH '$')) k
                         WHERE EXISTS (SELECT 1 FROM %s r
                                        WHERE r.user_id = k.user_id AND r.type NOT IN (?, ?) AND r.points > 0)
                        """.formatted(name(season)))
                .params(json.writeValueAsString(learners), type, other)
                .query((row, number) -> row.getLong(1))
                .set();
    }

    /** The points of learners on a day, by type. Learners without any are left out. */
    public Map<Long, Map<String, Integer>> ofDay(long season, Collection<Long> learners, LocalDate day) {
        var points = new HashMap<Long, Map<String, Integer>>();
        jdbc.sql("""
                        SELECT user_id, type, SUM(points)
                          FROM %s FORCE INDEX (by_day)
                         WHERE user_id IN (:learners) AND day = :day
                         GROUP BY user_id, type
                        """.formatted(name(season)))
                .param("learners", learners)
                .param("day", day)
                .query(row -> {
                    points.computeIfAbsent(row.getLong(1), learner -> new HashMap<>())
                            .put(row.getString(2), row.getInt(3));
                });
        return points;
    }

    /**
     * The points of a day until an instant, by the time of earning: history that is brought in counts for its own days.
     * Reads all rows of the day.
     */
    public long earned(long season, LocalDate day, Instant until) {
        return jdbc.sql("""
                        SELECT COALESCE(SUM(points), 0) FROM %s FORCE INDEX (by_day) WHERE day = ? AND occurred_at <= ?
                        """.formatted(name(season)))
                .params(day, Utc.column(until))
                .query(Long.class)
                .single();
    }

    /** A learner's points by day, summed over several seasons, in order. Reads all of the learner's rows there. */
    public SortedMap<LocalDate, Long> byDay(List<Long> seasons, long learner, LocalDate from, LocalDate to) {
        var points = new TreeMap<LocalDate, Long>();
        jdbc.sql(seasons.stream().map(season -> """
                                SELECT day, SUM(points)
                                  FROM %s FORCE INDEX (PRIMARY)
                                 WHERE user_id = :learner AND day BETWEEN :from AND :to
                                 GROUP BY day
                                """.formatted(name(season))).collect(joining(" UNION ALL ")))
                .param("learner", learner)
                .param("from", from)
                .param("to", to)
                .query(row -> {
                    points.merge(row.getObject(1, LocalDate.class), row.getLong(2), Long::sum);
                });
        return points;
    }

    /**
     * A learner's newest entries by season, read by one statement. Earlier seasons contribute only as many as fit.
     *
     * @param after the last entry of the previous page, if it is in the first season
     */
    public Map<Long, List<LedgerEntry>> newestFirst(
            List<Long> seasons, long learner, EntryFilter filter, @Nullable EntryPosition after, int limit) {
        var entries = new LinkedHashMap<Long, List<LedgerEntry>>();
        jdbc.sql(IntStream.range(0, seasons.size())
                                .mapToObj(position -> newestFirst(seasons.get(position), position, filter, after))
                                .collect(joining(" UNION ALL "))
                        + " ORDER BY position, occurred_at DESC, type DESC, source_id DESC LIMIT :limit")
                .param("learner", learner)
                .param("type", filter.type())
                .param("from", filter.from())
                .param("to", filter.to())
                .param("occurredAt", after == null ? null : Utc.column(after.occurredAt()))
                .param("afterType", after == null ? null : after.type())
                .param("afterSourceId", after == null ? null : after.sourceId())
                .param("limit", limit)
                .query(row -> {
                    entries.computeIfAbsent(seasons.get(row.getInt("position")), season -> new ArrayList<>())
                            .add(LedgerEntry.read(row));
                });
        return entries;
    }

    private static String newestFirst(long season, int position, EntryFilter filter, @Nullable EntryPosition after) {
        var sql = new StringBuilder(
                "(SELECT %d AS position, r.* FROM %s r WHERE user_id = :learner".formatted(position, name(season)));
        if (filter.type() != null) {
            sql.append(" AND type = :type");
        }
        if (filter.from() != null) {
            sql.append(" AND day >= :from");
        }
        if (filter.to() != null) {
            sql.append(" AND day <= :to");
        }
        if (position == 0 && after != null) {
            sql.append(" AND (occurred_at, type, source_id) < (:occurredAt, :afterType, :afterSourceId)");
        }
        return sql.append(" ORDER BY occurred_at DESC, type DESC, source_id DESC LIMIT :limit)")
                .toString();
    }

    /** A page of all entries of a season, in the order of the key. */
    public List<LedgerEntry> inKeyOrder(long season, @Nullable LedgerEntry after, int limit) {
        // The first comparison lets MySQL use the key; the others alone would not.
        return jdbc.sql("""
                        SELECT * FROM %s
                         WHERE user_id >= :learner
                           AND (user_id > :learner OR type > :type OR type = :type AND (source_id > :sourceId
                               OR source_id = :sourceId AND home_season > :homeSeason))
                         ORDER BY user_id, type, source_id, home_season LIMIT :limit
                        """.formatted(name(season)))
                .param("learner", after == null ? Long.MIN_VALUE : after.learner())
                .param("type", after == null ? "" : after.type())
                .param("sourceId", after == null ? "" : after.sourceId())
                .param("homeSeason", after == null ? 0 : after.homeSeason())
                .param("limit", limit)
                .query((row, number) -> LedgerEntry.read(row))
                .list();
    }

    /** The first entries of a day by learners with higher ids, in the order of learners. */
    public List<LedgerEntry> onDay(long season, LocalDate day, long after, int limit) {
        // MySQL would sort by more than the columns that the index names.
        return jdbc.sql("""
                        SELECT * FROM %s FORCE INDEX (by_day) WHERE day = ? AND user_id > ? ORDER BY user_id LIMIT ?
                        """.formatted(name(season)))
                .params(day, after, limit)
                .query((row, number) -> LedgerEntry.read(row))
                .list();
    }

    /** All entries of a learner on a day. */
    public List<LedgerEntry> onDayOf(long season, LocalDate day, long learner) {
        return jdbc.sql("SELECT * FROM %s WHERE day = ? AND user_id = ?".formatted(name(season)))
                .params(day, learner)
                .query((row, number) -> LedgerEntry.read(row))
                .list();
    }

    /** The first day from the given one on that has entries; empty if there is none. Reads one entry of the index. */
    public Optional<LocalDate> firstDay(long season, LocalDate from) {
        return jdbc.sql("SELECT MIN(day) FROM %s WHERE day >= ?".formatted(name(season)))
                .param(from)
                .query((row, number) -> Optional.ofNullable(row.getObject(1, LocalDate.class)))
                .single();
    }

    /**
     * The paid entries of a range of learners, summed by learner and day.
     *
     * @param where a further condition, and the parameters in it
     */
    public <T> List<T> paidByDay(
            List<Long> seasons, String index, String where, Map<String, ?> parameters, RowMapper<T> mapper) {
        var entries = seasons.stream()
                .map(season -> """
                        SELECT user_id, day, points, occurred_at FROM %s FORCE INDEX (%s)
                         WHERE user_id BETWEEN :first AND :last AND points <> 0 AND (%s)
                        """.formatted(name(season), index, where))
                .collect(joining(" UNION ALL "));
        return jdbc.sql("""
                        SELECT user_id, day, SUM(points) AS points, COUNT(*) AS entries, MAX(occurred_at) AS reached_at
                          FROM (%s) e GROUP BY user_id, day ORDER BY user_id, day
                        """.formatted(entries)).params(parameters).query(mapper).list();
    }

    void append(long season, List<LedgerEntry> entries) {
        batches.batchUpdate("""
                INSERT INTO %s
                    (user_id, type, source_id, home_season, day, points, outcome, reasons, occurred_at, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """.formatted(name(season)), entries, entries.size(), (statement, entry) -> {
            statement.setLong(1, entry.learner());
            statement.setString(2, entry.type());
            statement.setString(3, entry.sourceId());
            statement.setLong(4, entry.homeSeason());
            statement.setObject(5, entry.day());
            statement.setInt(6, entry.points());
            statement.setString(7, entry.outcome());
            statement.setString(8, entry.remarks().stored());
            statement.setObject(9, Utc.column(entry.occurredAt()));
            statement.setObject(10, Utc.column(entry.recordedAt()));
        });
    }

    public void delete(long season, long learner) {
        jdbc.sql("DELETE FROM %s WHERE user_id = ?".formatted(name(season)))
                .param(learner)
                .update();
    }

    /** The seasons with a ledger. */
    public Set<Long> seasons() {
        return SeasonTableNames.seasons(jdbc, PREFIX);
    }

    public void drop(long season) {
        jdbc.sql("DROP TABLE IF EXISTS " + name(season)).update();
    }
}
