package io.streakboard.feed;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * An event as of CloudEvents 1.0.
 *
 * @param id the same in each delivery of the event
 * @param subject what it is about, such as {@code learners/42}
 * @param time when it happened
 */
record CloudEvent(
        String specversion,
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        String datacontenttype,
        @JsonRawValue String data) {

    static CloudEvent of(FeedEvent event) {
        return new CloudEvent(
                "1.0",
                event.id(),
                "urn:streakboard",
                event.type(),
                event.subject(),
                event.at(),
                "application/json",
                event.data());
    }
}
