package io.streakboard.events;

import static io.streakboard.events.Publications.COLUMNS;

import io.streakboard.events.Publications.Failed;
import io.streakboard.time.Utc;
import io.streakboard.web.Text;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The table {@code event_publication_parked}: publications that failed too often. They wait there for an admin. */
@Component
public class ParkedPublications {

    record ParkedEvent(
            String id,
            String listener,
            String eventType,
            Instant publishedAt,
            int attempts,
            @Nullable String reason) {}

    private static final String PARKED_COLUMNS =
            "id, listener_id, event_type, publication_date, completion_attempts, reason";
    private static final int LONGEST_REASON = 500;
    private static final int MAX_BATCH = 500;

    private final JdbcClient jdbc;
    private final EventsProperties properties;

    ParkedPublications(JdbcClient jdbc, EventsProperties properties) {
        this.jdbc = jdbc;
        this.properties = properties;
    }

    /** Moves publications that failed too often from the registry to this table, with the reason. */
    @Transactional
    int park(Function<Failed, String> reason) {
        var exhausted = jdbc.sql("SELECT " + COLUMNS + """
                          FROM EVENT_PUBLICATION WHERE status = 'FAILED' AND completion_attempts >= ? LIMIT ?
                           FOR UPDATE
                        """)
                .params(properties.maxAttempts(), MAX_BATCH)
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

    /** Gives up a parked publication for good, and returns it. */
    @Transactional
    Optional<Failed> discard(String id) {
        var discarded = jdbc.sql("SELECT " + COLUMNS + " FROM event_publication_parked WHERE id = ? FOR UPDATE")
                .param(id)
                .query(Publications::failed)
                .optional();
        jdbc.sql("DELETE FROM event_publication_parked WHERE id = ?").param(id).update();
        return discarded;
    }

    public List<ListenerBacklog> byListener() {
        return ListenerBacklog.in(jdbc, "event_publication_parked");
    }

    /** The oldest hundred. */
    List<ParkedEvent> oldest() {
        return jdbc.sql("SELECT " + PARKED_COLUMNS + """
                          FROM event_publication_parked ORDER BY publication_date LIMIT 100
                        """)
                .query(ParkedPublications::parkedEvent)
                .list();
    }

    /** Parked publications that name a learner as {@code "learner":42}, as the events of this application do. */
    List<ParkedEvent> of(long learner, int most) {
        return jdbc.sql("SELECT " + PARKED_COLUMNS + """
                          FROM event_publication_parked
                         WHERE serialized_event LIKE ? OR serialized_event LIKE ?
                         ORDER BY publication_date LIMIT ?
                        """)
                .params("%%\"learner\":%d,%%".formatted(learner), "%%\"learner\":%d}%%".formatted(learner), most)
                .query(ParkedPublications::parkedEvent)
                .list();
    }

    private static ParkedEvent parkedEvent(ResultSet row, int number) throws SQLException {
        return new ParkedEvent(
                row.getString("id"),
                row.getString("listener_id"),
                row.getString("event_type"),
                Utc.instant(row, "publication_date"),
                row.getInt("completion_attempts"),
                row.getString("reason"));
    }
}
