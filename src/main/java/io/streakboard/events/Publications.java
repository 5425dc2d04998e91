package io.streakboard.events;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table of the event publication registry, {@code EVENT_PUBLICATION}. Rows are deleted on completion, so an empty
 * table means that everything has been delivered or is {@linkplain ParkedPublications parked}.
 */
@Component
public class Publications {

    /** Numbers of publications. Open publications include failed ones, which wait for another try. */
    record Counts(long open, long failed, long parked) {}

    /** A publication to deliver again, or to give up; {@code triedAt} is null if it has never been delivered again. */
    record Failed(
            String id,
            String listener,
            String eventType,
            String json,
            Instant publishedAt,
            @Nullable Instant triedAt,
            int attempts) {}

    private static final int BEHIND = 1_000;

    /** Ids in one query: few, because callers check many times a second. */
    private static final int MAX_IDS = 500;

    static final String COLUMNS = """
            id, listener_id, event_type, serialized_event, publication_date, completion_date, status,
            completion_attempts, last_resubmission_date
            """;

    private final JdbcClient jdbc;
    private final BusinessTime time;
    private final EventsProperties properties;

    Publications(JdbcClient jdbc, BusinessTime time, EventsProperties properties) {
        this.jdbc = jdbc;
        this.time = time;
        this.properties = properties;
    }

    /**
     * Returns a check that tells whether all publications open at this moment have been delivered or parked since. It
     * compares ids, because publication dates come from clocks of several instances, which differ.
     */
    public BooleanSupplier deliveredSoFar() {
        var left = new ArrayDeque<>(
                jdbc.sql("SELECT id FROM EVENT_PUBLICATION").query(String.class).list());
        return () -> {
            while (!left.isEmpty()) {
                var some = left.stream().limit(MAX_IDS).toList();
                var open = open(some);
                some.forEach(id -> left.removeFirst());
                open.forEach(left::addFirst);
                if (!open.isEmpty()) {
                    return false;
                }
            }
            return true;
        };
    }

    /**
     * Whether more than a thousand publications wait for their first redelivery. Publications that failed again do not
     * count; after a store was away all count again, see {@link #forgiveTries}.
     */
    public boolean areBehind() {
        return !jdbc.sql("""
                        SELECT 1 FROM EVENT_PUBLICATION
                         WHERE status = 'FAILED' AND COALESCE(completion_attempts, 0) <= 1 LIMIT 1 OFFSET %d
                        """.formatted(BEHIND)).query(Integer.class).list().isEmpty();
    }

    private List<String> open(List<String> ids) {
        return jdbc.sql("SELECT id FROM EVENT_PUBLICATION WHERE id IN (:ids)")
                .param("ids", ids)
                .query((row, number) -> row.getString(1))
                .list();
    }

    /** Publications that failed and will be tried again. */
    public List<ListenerBacklog> failing() {
        return ListenerBacklog.in(jdbc, "EVENT_PUBLICATION WHERE status = 'FAILED'");
    }

    /**
     * Marks publications as failed if their last try began too long ago. Counted from the publication date, a resubmitted
     * event would be stale at once. The search comes first and takes no locks: an update that searches would lock rows
     * of events that are being delivered, and deadlock with their completion.
     */
    int failStale() {
        var stale = jdbc.sql("""
                        SELECT id FROM EVENT_PUBLICATION
                         WHERE (status IS NULL OR status IN ('PUBLISHED', 'PROCESSING', 'RESUBMITTED'))
                           AND GREATEST(publication_date, COALESCE(last_resubmission_date, publication_date)) < ?
                        """)
                .param(Utc.column(time.now().minus(properties.staleAfter())))
                .query((row, number) -> row.getString("id"))
                .list();
        return fail(stale);
    }

    /** Marks publications as failed. Returns how many the registry still has. */
    int fail(List<String> ids) {
        return change("UPDATE EVENT_PUBLICATION SET status = 'FAILED'", ids);
    }

    /** Removes publications that were delivered. */
    void remove(List<String> ids) {
        change("DELETE FROM EVENT_PUBLICATION", ids);
    }

    private int change(String statement, List<String> ids) {
        return ids.isEmpty()
                ? 0
                : jdbc.sql(statement + " WHERE id IN (:ids)").param("ids", ids).update();
    }

    /** Failed publications, least recently tried first, so that one that always fails does not hold up the others. */
    List<Failed> failed(int most) {
        var ids = jdbc.sql("""
                        SELECT id FROM EVENT_PUBLICATION WHERE status = 'FAILED'
                         ORDER BY last_resubmission_date, publication_date LIMIT ?
                        """).param(most).query(String.class).list();
        return ids.isEmpty()
                ? List.of()
                : jdbc.sql("SELECT " + COLUMNS + " FROM EVENT_PUBLICATION WHERE id IN (:ids) ORDER BY publication_date")
                        .param("ids", ids)
                        .query(Publications::failed)
                        .list();
    }

    /** Counts a try of publications that could not be handed to their listeners. */
    void countTry(List<String> ids) {
        if (!ids.isEmpty()) {
            jdbc.sql("""
                            UPDATE EVENT_PUBLICATION SET last_resubmission_date = :now,
                                   completion_attempts = COALESCE(completion_attempts, 0) + 1
                             WHERE id IN (:ids)
                            """).param("now", Utc.column(time.now())).param("ids", ids).update();
        }
    }

    /**
     * Resets the attempts of failed publications, because a store that is away fails all events alike. The latest one
     * may not be marked as failed yet. The search takes no locks, see {@link #failStale}.
     */
    void forgiveTries() {
        var tried = jdbc.sql("""
                        SELECT id FROM EVENT_PUBLICATION
                         WHERE status IN ('FAILED', 'RESUBMITTED') AND completion_attempts > 1
                         ORDER BY id
                        """).query((row, number) -> row.getString("id")).list();
        change("UPDATE EVENT_PUBLICATION SET completion_attempts = 1", tried);
    }

    Counts counts() {
        return jdbc.sql("""
                        SELECT (SELECT COUNT(*) FROM EVENT_PUBLICATION) AS open,
                               (SELECT COUNT(*) FROM EVENT_PUBLICATION WHERE status = 'FAILED') AS failed,
                               (SELECT COUNT(*) FROM event_publication_parked) AS parked
                        """).query(Counts.class).single();
    }

    static Failed failed(ResultSet row, int number) throws SQLException {
        return new Failed(
                row.getString("id"),
                row.getString("listener_id"),
                row.getString("event_type"),
                row.getString("serialized_event"),
                Utc.instant(row, "publication_date"),
                Utc.nullableInstant(row, "last_resubmission_date"),
                row.getInt("completion_attempts"));
    }
}
