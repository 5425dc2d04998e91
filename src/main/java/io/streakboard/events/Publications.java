package io.streakboard.events;

import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Text;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The tables of the event publication registry: {@code event_publication}, and {@code event_publication_parked} for
 * what failed too often. Rows are deleted on completion, so an empty table means that everything has been delivered.
 */
@Component
public class Publications {

    /**
     * How many publications are open, how many of these have failed and wait for another try, and how many were given
     * up.
     */
    record Counts(long open, long failed, long parked) {}

    /** How many publications of a type are parked for a listener. */
    public record ParkedFor(String listener, String eventType, long publications) {}

    record ParkedEvent(
            String id,
            String listener,
            String eventType,
            Instant publishedAt,
            int attempts,
            @Nullable String reason) {}

    /** A publication to deliver again, or to give up; {@code triedAt} is null if it has never been delivered again. */
    record Failed(
            String id,
            String listener,
            String eventType,
            String json,
            Instant publishedAt,
            @Nullable Instant triedAt,
            int attempts) {}

    private static final String COLUMNS = """
            id, listener_id, event_type, serialized_event, publication_date, completion_date, status,
            completion_attempts, last_resubmission_date
            """;
    private static final String PARKED_COLUMNS =
            "id, listener_id, event_type, publication_date, completion_attempts, reason";
    private static final int LONGEST_REASON = 500;
    private static final int PARKED_AT_ONCE = 500;

    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

    private final JdbcClient jdbc;
    private final BusinessTime time;
    private final EventsProperties properties;

    Publications(JdbcClient jdbc, BusinessTime time, EventsProperties properties) {
        this.jdbc = jdbc;
        this.time = time;
        this.properties = properties;
    }

    /** Whether everything that any instance has published before an instant is delivered or parked. */
    public boolean deliveredUntil(Instant instant) {
        return jdbc.sql("SELECT COUNT(*) FROM EVENT_PUBLICATION WHERE publication_date < ?")
                        .param(Utc.column(instant.plus(CLOCKS_DIFFER)))
                        .query(Long.class)
                        .single()
                == 0;
    }

    /**
     * Marks as failed what has been under way for too long, counted from the last try: counted from the first
     * publication, a resubmitted event would be stale at once. Searches without locks first: an update that searches
     * would lock rows of events that are just being delivered, and deadlock with their completion.
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
        return stale.isEmpty()
                ? 0
                : jdbc.sql("UPDATE EVENT_PUBLICATION SET status = 'FAILED' WHERE id IN (:ids)")
                        .param("ids", stale)
                        .update();
    }

    /** Failed publications, beginning with the ones tried longest ago: so one that always fails holds up no others. */
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

    /** Counts a try of publications that could not even be given to their listeners. */
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
     * Moves what has failed too often to the table of parked publications, with the reason. There it waits for an
     * admin.
     */
    @Transactional
    int park(Function<Failed, String> reason) {
        var exhausted = jdbc.sql("SELECT " + COLUMNS + """
                          FROM EVENT_PUBLICATION WHERE status = 'FAILED' AND completion_attempts >= ? LIMIT ?
                           FOR UPDATE
                        """)
                .params(properties.maxAttempts(), PARKED_AT_ONCE)
                .query(Publications::failed)
                .list();
        for (var failed : exhausted) {
            jdbc.sql("INSERT INTO event_publication_parked (" + COLUMNS + ", reason) SELECT " + COLUMNS + """
                            , ? FROM EVENT_PUBLICATION WHERE id = ?
                            """)
                    .params(Text.cut(reason.apply(failed), LONGEST_REASON), failed.id())
                    .update();
        }
        if (!exhausted.isEmpty()) {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id IN (:ids)")
                    .param("ids", exhausted.stream().map(Failed::id).toList())
                    .update();
        }
        return exhausted.size();
    }

    /** Returns all parked publications to the registry, where their attempts count from the beginning. */
    @Transactional
    int unpark() {
        var parked = jdbc.sql("SELECT id FROM event_publication_parked FOR UPDATE")
                .query(String.class)
                .list();
        if (parked.isEmpty()) {
            return 0;
        }
        jdbc.sql("UPDATE event_publication_parked SET completion_attempts = 1 WHERE id IN (:ids)")
                .param("ids", parked)
                .update();
        jdbc.sql("INSERT INTO EVENT_PUBLICATION (" + COLUMNS + ") SELECT " + COLUMNS + """
                          FROM event_publication_parked WHERE id IN (:ids)
                        """)
                .param("ids", parked)
                .update();
        return jdbc.sql("DELETE FROM event_publication_parked WHERE id IN (:ids)")
                .param("ids", parked)
                .update();
    }

    /** Gives up a parked publication for good, and returns what it was. */
    @Transactional
    Optional<Failed> discard(String id) {
        var discarded = jdbc.sql("SELECT " + COLUMNS + " FROM event_publication_parked WHERE id = ? FOR UPDATE")
                .param(id)
                .query(Publications::failed)
                .optional();
        jdbc.sql("DELETE FROM event_publication_parked WHERE id = ?").param(id).update();
        return discarded;
    }

    Counts counts() {
        return jdbc.sql("""
                        SELECT (SELECT COUNT(*) FROM EVENT_PUBLICATION) AS open,
                               (SELECT COUNT(*) FROM EVENT_PUBLICATION WHERE status = 'FAILED') AS failed,
                               (SELECT COUNT(*) FROM event_publication_parked) AS parked
                        """).query(Counts.class).single();
    }

    /** What is parked, by listener and type. */
    public List<ParkedFor> parkedByListener() {
        return jdbc.sql("""
                        SELECT listener_id AS listener, event_type, COUNT(*) AS publications
                          FROM event_publication_parked
                         GROUP BY listener_id, event_type ORDER BY publications DESC, listener_id, event_type
                        """)
                .query((row, number) -> new ParkedFor(
                        row.getString("listener"), row.getString("event_type"), row.getLong("publications")))
                .list();
    }

    List<ParkedEvent> parked() {
        return jdbc.sql("SELECT " + PARKED_COLUMNS + """
                          FROM event_publication_parked ORDER BY publication_date LIMIT 100
                        """)
                .query(Publications::parkedEvent)
                .list();
    }

    /** Parked publications that name a learner as {@code "learner":42}, as the events of this application do. */
    List<ParkedEvent> parkedOf(long learner, int most) {
        return jdbc.sql("SELECT " + PARKED_COLUMNS + """
                          FROM event_publication_parked
                         WHERE serialized_event LIKE ? OR serialized_event LIKE ?
                         ORDER BY publication_date LIMIT ?
                        """)
                .params("%%\"learner\":%d,%%".formatted(learner), "%%\"learner\":%d}%%".formatted(learner), most)
                .query(Publications::parkedEvent)
                .list();
    }

    private static ParkedEvent parkedEvent(ResultSet row, int number) throws SQLException {
        return new ParkedEvent(
                row.getString("id"),
                row.getString("listener_id"),
                row.getString("event_type"),
                Utc.instant(row.getObject("publication_date", LocalDateTime.class)),
                row.getInt("completion_attempts"),
                row.getString("reason"));
    }

    private static Failed failed(ResultSet row, int number) throws SQLException {
        var triedAt = row.getObject("last_resubmission_date", LocalDateTime.class);
        return new Failed(
                row.getString("id"),
                row.getString("listener_id"),
                row.getString("event_type"),
                row.getString("serialized_event"),
                Utc.instant(row.getObject("publication_date", LocalDateTime.class)),
                triedAt == null ? null : Utc.instant(triedAt),
                row.getInt("completion_attempts"));
    }
}
