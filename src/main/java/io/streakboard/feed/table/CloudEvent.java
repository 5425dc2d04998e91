package io.streakboard.feed.table;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * An event as of CloudEvents 1.0.
 *
 * @param id the same in each delivery of the event
 * @param subject of the event, such as {@code learners/42}
 * @param time when it happened
 */
public record CloudEvent(
        String specversion,
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        String datacontenttype,
        @JsonRawValue String data) {

    public CloudEvent(String id, String type, String subject, Instant time, String data) {
        this("1.0", id, "urn:streakboard", type, subject, time, "application/json", data);
    }
}
