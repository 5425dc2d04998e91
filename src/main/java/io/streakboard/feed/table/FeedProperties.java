package io.streakboard.feed.table;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param enabled whether events are written to the feed; off, nothing is written and {@code /api/feed} does not exist
 * @param retention how long the feed keeps an event
 */
@Validated
@ConfigurationProperties("streakboard.feed")
record FeedProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("7d") @DurationMin(hours = 1) Duration retention) {}
