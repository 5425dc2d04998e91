package io.streakboard.feed.table;

import static java.util.stream.Collectors.joining;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Expiring;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The tables {@code feed}, events with their positions, and {@code feed_head}, its one row with the last position. Ids
 * cannot be positions: an id is assigned when the event is written, and a transaction with a lower id may commit later,
 * when readers have passed it. So positions are assigned to committed events only, by one transaction at a time.
 */
@Component
public class FeedTable implements Expiring {

    /** Lists of 1,000 values and more MariaDB would rewrite into a join. */
    static final int BATCH = 500;

    /** The most positions that one read scans, whatever its types. */
    private static final int SCAN = 10_000;

    /** @param removed the last position that retention has removed */
    public record Head(long position, long removed) {}

    public record SequencedEvent(long position, CloudEvent event) {}

    /** @param next the position after which to read on */
    public record EventSlice(List<SequencedEvent> events, long next) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final FeedProperties properties;
    private final BusinessTime time;

    FeedTable(JdbcClient jdbc, JdbcTemplate batches, FeedProperties properties, BusinessTime time) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.properties = properties;
        this.time = time;
    }

    /**
     * Adds events, in the transaction of their facts: both commit or neither. The driver makes one statement of it,
     * whose rows get rising ids.
     */
    public void add(List<CloudEvent> events) {
        var now = Utc.column(time.now());
        batches.batchUpdate(
                "INSERT INTO feed (event_id, type, subject, at, data, written_at) VALUES (?, ?, ?, ?, ?, ?)",
                events.stream()
                        .map(event -> new Object[] {
                            event.id(), event.type(), event.subject(), Utc.column(event.time()), event.data(), now
                        })
                        .toList());
    }

    /**
     * Assigns positions to committed events. Finds them without locks, so it never waits for publishers, and changes
     * them by single keys, so that no scan meets uncommitted rows.
     *
     * @return how many; also 0 while another instance does it
     */
    @Transactional
    public int sequence() {
        var last = jdbc.sql("SELECT position FROM feed_head WHERE id = 1 FOR UPDATE SKIP LOCKED")
                .query(Long.class)
                .optional();
        var ids = last.map(position -> waiting()).orElse(List.of());
        if (ids.isEmpty()) {
            return 0;
        }
        jdbc.sql("""
                        UPDATE feed FORCE INDEX (PRIMARY) SET position = :last + FIELD(id, :ids)
                         WHERE id IN (:ids) AND position IS NULL
                        """).param("last", last.orElseThrow()).param("ids", ids).update();
        jdbc.sql("UPDATE feed_head SET position = position + ? WHERE id = 1")
                .param(ids.size())
                .update();
        return ids.size();
    }

    private List<Long> waiting() {
        return jdbc.sql("""
                        SELECT id FROM feed FORCE INDEX (by_position) WHERE position IS NULL ORDER BY id LIMIT ?
                        """)
                .param(BATCH)
                .query((row, number) -> row.getLong("id"))
                .list();
    }

    /** Age of the oldest event without a position, in seconds. */
    double lagSeconds() {
        return jdbc.sql("""
                        SELECT written_at FROM feed FORCE INDEX (by_position) WHERE position IS NULL ORDER BY id LIMIT 1
                        """)
                .query(LocalDateTime.class)
                .optional()
                .map(at -> Duration.between(Utc.instant(at), time.now()).toMillis() / 1e3)
                .orElse(0.0);
    }

    public Head head() {
        return jdbc.sql("SELECT position, removed FROM feed_head WHERE id = 1")
                .query(Head.class)
                .single();
    }

    /**
     * Reads on behind a position.
     *
     * @param types of the events; empty: all
     * @throws Problem if events behind the position were removed, or the feed does not reach so far
     */
    public EventSlice after(long position, Set<FeedType> types, int limit) {
        var head = head();
        if (position < head.removed() || position > head.position()) {
            throw expired();
        }
        var slice = between(position, Math.min(head.position(), position + SCAN), types, limit);
        if (position < head.position() && position < head().removed()) {
            throw expired(); // meanwhile
        }
        return slice;
    }

    private static Problem expired() {
        return Problem.of(
                HttpStatus.GONE,
                "cursor-expired",
                "The feed no longer has all events after the cursor."
                        + " Begin without a cursor and load your copies again.");
    }

    /** @param to the last position that may be read */
    public EventSlice between(long position, long to, Set<FeedType> types, int limit) {
        var filter = types.isEmpty()
                ? ""
                : types.stream().map(FeedType::text).collect(joining("', '", " AND type IN ('", "')"));
        var events = jdbc.sql("SELECT * FROM feed FORCE INDEX (by_position) WHERE position > ? AND position <= ?"
                        + filter + " ORDER BY position LIMIT ?")
                .params(position, to, limit)
                .query(FeedTable::sequenced)
                .list();
        return new EventSlice(events, events.size() == limit ? events.getLast().position() : to);
    }

    private static SequencedEvent sequenced(ResultSet row, int number) throws SQLException {
        return new SequencedEvent(
                row.getLong("position"),
                new CloudEvent(
                        row.getString("event_id"),
                        row.getString("type"),
                        row.getString("subject"),
                        Utc.instant(row, "at"),
                        row.getString("data")));
    }

    /** {@code learner.deleted} itself stays. The lock keeps positions from being assigned meanwhile. */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        if (deleted.key() == null) {
            return; // no event is about the learner, but a learner may have the key null
        }
        jdbc.sql("SELECT position FROM feed_head WHERE id = 1 FOR UPDATE")
                .query(Long.class)
                .single();
        jdbc.sql("DELETE FROM feed WHERE subject = ? AND type <> ?")
                .params("learners/" + deleted.key(), FeedType.LEARNER_DELETED.text())
                .update();
    }

    /** Positions rise with the time, so the oldest rows are the first. */
    @Override
    @Transactional
    public int expire(int most) {
        var expired = jdbc.sql("""
                        SELECT position FROM (SELECT position, written_at FROM feed FORCE INDEX (by_position)
                                               WHERE position > 0 ORDER BY position LIMIT ?) oldest
                         WHERE written_at < ? ORDER BY position
                        """)
                .params(most, Utc.column(time.now().minus(properties.retention())))
                .query(Long.class)
                .list();
        if (!expired.isEmpty()) {
            jdbc.sql("UPDATE feed_head SET removed = GREATEST(removed, ?) WHERE id = 1")
                    .param(expired.getLast())
                    .update();
            jdbc.sql("DELETE FROM feed WHERE position <= ?")
                    .param(expired.getLast())
                    .update();
        }
        return expired.size();
    }
}
