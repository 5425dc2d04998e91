package io.streakboard.feed;

import io.streakboard.time.Utc;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The table {@code feed_outbox}: events that have no position in the feed yet. Written in the publisher's transaction,
 * so an event is there if and only if its fact is.
 */
@Component
class Outbox {

    private final JdbcTemplate batches;

    Outbox(JdbcTemplate batches) {
        this.batches = batches;
    }

    /** The driver makes one statement of it, whose rows get rising ids. */
    void add(List<FeedEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        batches.batchUpdate(
                "INSERT INTO feed_outbox (event_id, type, subject, user_id, at, data) VALUES (?, ?, ?, ?, ?, ?)",
                events.stream()
                        .map(event -> new Object[] {
                            event.id(),
                            event.type(),
                            event.subject(),
                            event.learner(),
                            Utc.column(event.at()),
                            event.data()
                        })
                        .toList());
    }
}
