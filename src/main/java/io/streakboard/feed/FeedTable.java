package io.streakboard.feed;

import static java.util.stream.Collectors.joining;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Expiring;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The tables {@code feed}, events by position, and {@code feed_head}, its one row with the last position. Numbers of
 * the outbox are no positions: they are given when an event is written, and a transaction with a lower one may commit
 * later, when readers have passed it. So positions are given to committed events only, by one transaction at a time.
 */
@Component
class FeedTable implements Expiring {

    /** Lists of 1,000 values and more MariaDB would rewrite into a join. */
    static final int BATCH = 500;

    /** How many positions one read passes at most, whatever it looks for. */
    private static final int SCAN = 10_000;

    /** @param removed the last position that retention has removed */
    record Head(long position, long removed) {}

    record Placed(long position, FeedEvent event) {}

    /** @param next where to read on */
    record Stretch(List<Placed> events, long next) {}

    private final JdbcClient jdbc;
    private final FeedProperties properties;
    private final BusinessTime time;

    FeedTable(JdbcClient jdbc, FeedProperties properties, BusinessTime time) {
        this.jdbc = jdbc;
        this.properties = properties;
        this.time = time;
    }

    /**
     * Moves committed events from the outbox to the end of the feed. Reads the outbox without locks, so it never waits
     * for publishers, and deletes by single keys, so that no scan meets rows that are not committed yet.
     *
     * @return how many; 0 also if another instance is at it
     */
    @Transactional
    int place() {
        var last = lockHead();
        var ids = last.map(position -> waiting()).orElse(List.of());
        if (ids.isEmpty()) {
            return 0;
        }
        jdbc.sql("""
                        INSERT INTO feed (position, event_id, type, subject, user_id, at, data, placed_at)
                        SELECT :last + ROW_NUMBER() OVER (ORDER BY id),
                               event_id, type, subject, user_id, at, data, :now
                          FROM feed_outbox FORCE INDEX (PRIMARY) WHERE id IN (:ids)
                        """)
                .param("last", last.orElseThrow())
                .param("now", Utc.column(time.now()))
                .param("ids", ids)
                .update();
        jdbc.sql("DELETE o FROM feed_outbox o FORCE INDEX (PRIMARY) WHERE o.id IN (:ids)")
                .param("ids", ids)
                .update();
        jdbc.sql("UPDATE feed_head SET position = position + ? WHERE id = 1")
                .param(ids.size())
                .update();
        return ids.size();
    }

    private Optional<Long> lockHead() {
        return jdbc.sql("SELECT position FROM feed_head WHERE id = 1 FOR UPDATE SKIP LOCKED")
                .query(Long.class)
                .optional();
    }

    private List<Long> waiting() {
        return jdbc.sql("SELECT id FROM feed_outbox FORCE INDEX (PRIMARY) ORDER BY id LIMIT " + BATCH)
                .query((row, number) -> row.getLong("id"))
                .list();
    }

    Head head() {
        return jdbc.sql("SELECT position, removed FROM feed_head WHERE id = 1")
                .query(Head.class)
                .single();
    }

    /**
     * Reads on behind a position.
     *
     * @param types of the events; empty: all
     * @throws FeedExpired if events behind the position were removed, or the feed does not reach so far
     */
    Stretch after(long position, Set<FeedType> types, int limit) {
        var head = head();
        if (position < head.removed() || position > head.position()) {
            throw FeedExpired.now();
        }
        return between(position, Math.min(head.position(), position + SCAN), types, limit);
    }

    /** @param to the last position that may be read */
    Stretch between(long position, long to, Set<FeedType> types, int limit) {
        var filter = types.isEmpty()
                ? ""
                : types.stream().map(FeedType::text).collect(joining("', '", " AND type IN ('", "')"));
        var events = jdbc.sql("SELECT * FROM feed WHERE position > ? AND position <= ?" + filter
                        + " ORDER BY position LIMIT ?")
                .params(position, to, limit)
                .query(FeedTable::placed)
                .list();
        return new Stretch(events, events.size() == limit ? events.getLast().position() : to);
    }

    private static Placed placed(ResultSet row, int number) throws SQLException {
        return new Placed(
                row.getLong("position"),
                new FeedEvent(
                        row.getString("event_id"),
                        row.getString("type"),
                        row.getString("subject"),
                        learner(row),
                        Utc.instant(Objects.requireNonNull(row.getObject("at", LocalDateTime.class))),
                        row.getString("data")));
    }

    private static @Nullable Long learner(ResultSet row) throws SQLException {
        return row.getObject("user_id", Long.class);
    }

    /**
     * {@code learner.deleted} itself stays, as it has no owner. The lock keeps events from being moved meanwhile.
     */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        jdbc.sql("SELECT position FROM feed_head WHERE id = 1 FOR UPDATE")
                .query(Long.class)
                .single();
        for (var table : List.of("feed_outbox", "feed")) {
            jdbc.sql("DELETE FROM " + table + " WHERE user_id = ?")
                    .param(deleted.learner())
                    .update();
        }
    }

    /** Positions rise with the time, so the oldest rows are the first. */
    @Override
    @Transactional
    public int expire(int most) {
        var expired = jdbc.sql("""
                        SELECT position FROM (SELECT position, placed_at FROM feed ORDER BY position LIMIT ?) oldest
                         WHERE placed_at < ? ORDER BY position
                        """)
                .params(most, Utc.column(time.now().minus(properties.retention())))
                .query(Long.class)
                .list();
        if (!expired.isEmpty()) {
            jdbc.sql("UPDATE feed_head SET removed = ? WHERE id = 1")
                    .param(expired.getLast())
                    .update();
            jdbc.sql("DELETE FROM feed WHERE position <= ?")
                    .param(expired.getLast())
                    .update();
        }
        return expired.size();
    }
}
