package io.streakboard.points.ledger;

import io.streakboard.points.ledger.EntryLookup.RecordedOutcome;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.time.Utc;
import io.streakboard.web.LearnerKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table {@code points_late}: postings that arrived after the seal of their season, and the season that took each.
 * So a late posting is recognized even after that season has ended.
 */
@Component
public class LateTable {

    private static final String NAME = "points_late";

    /** @param season the season that took it */
    record LateActivity(
            @LearnerKey String learner,
            String type,
            String sourceId,
            Instant occurredAt,
            Instant recordedAt,
            String season,
            int points) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final EntryLookup lookup;

    LateTable(JdbcClient jdbc, JdbcTemplate batches, EntryLookup lookup) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.lookup = lookup;
    }

    /** The number of activities that came after their season's seal. */
    public long count(long homeSeason) {
        return jdbc.sql("SELECT COUNT(*) FROM points_late WHERE home_season = ?")
                .param(homeSeason)
                .query((row, number) -> row.getLong(1))
                .single();
    }

    /**
     * The late postings of the season of a key, after that key, in the order of the index {@code by_home_season}.
     *
     * @param names names a season
     */
    List<LateActivity> page(PostingKey after, int limit, LongFunction<String> names) {
        return jdbc.sql("""
                        SELECT * FROM points_late
                         WHERE home_season = :season AND user_id >= :learner
                           AND (user_id, type, source_id) > (:learner, :type, :sourceId)
                         ORDER BY user_id, type, source_id LIMIT :limit
                        """)
                .param("season", after.season())
                .param("learner", after.learner())
                .param("type", after.type())
                .param("sourceId", after.sourceId())
                .param("limit", limit)
                .query((row, number) -> new LateActivity(
                        row.getString("user_id"),
                        row.getString("type"),
                        row.getString("source_id"),
                        Utc.instant(row, "occurred_at"),
                        Utc.instant(row, "recorded_at"),
                        names.apply(row.getLong("season")),
                        row.getInt("points")))
                .list();
    }

    /** The seasons that took a learner's late postings of days up to the given one. */
    public Set<Long> takers(long learner, LocalDate lastDay) {
        return jdbc.sql("SELECT DISTINCT season FROM points_late WHERE user_id = ? AND day <= ?")
                .params(learner, lastDay)
                .query((row, number) -> row.getLong(1))
                .set();
    }

    /** The keys recorded as late. */
    Set<PostingKey> known(Collection<PostingKey> keys) {
        return lookup.known(NAME, keys);
    }

    /** The entries of keys that were recorded since an instant. */
    Map<PostingKey, RecordedOutcome> recordedSince(Collection<PostingKey> keys, Instant since) {
        return lookup.recordedSince(NAME, "'LATE'", keys, since);
    }

    /** The points paid for late postings of each day and type. A day without a row is left out. */
    Map<DayOfType, Long> used(Collection<DayOfType> days) {
        return lookup.used(NAME, days);
    }

    /** @param season the season that takes them */
    void append(long season, List<LedgerEntry> entries) {
        batches.batchUpdate("""
                INSERT INTO points_late
                    (user_id, type, source_id, home_season, season, day, points, occurred_at, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, entries, entries.size(), (statement, entry) -> {
            statement.setLong(1, entry.learner());
            statement.setString(2, entry.type());
            statement.setString(3, entry.sourceId());
            statement.setLong(4, entry.homeSeason());
            statement.setLong(5, season);
            statement.setObject(6, entry.day());
            statement.setInt(7, entry.points());
            statement.setObject(8, Utc.column(entry.occurredAt()));
            statement.setObject(9, Utc.column(entry.recordedAt()));
        });
    }

    public void delete(long learner) {
        jdbc.sql("DELETE FROM points_late WHERE user_id = ?").param(learner).update();
    }
}
