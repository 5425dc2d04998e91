package io.streakboard.feed.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.streakboard.feed.table.FeedTable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Lag, parked calls and tries of webhooks. The gauges read MySQL: they show the same on every instance. */
@Component
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class WebhookMetrics {

    /** Events of the feed, of all types, that a {@code webhook} has not passed yet. */
    static final String LAG = "streakboard.webhooks.lag";

    /** Parked calls of a {@code webhook}; 1 more if it was stopped. */
    static final String PARKED = "streakboard.webhooks.parked";

    /** Failed tries of the next call of a {@code webhook}. */
    static final String TRIES = "streakboard.webhooks.tries";

    WebhookMetrics(ConfiguredWebhooks configured, WebhookTable table, FeedTable feed, MeterRegistry metrics) {
        for (var webhook : configured.webhooks()) {
            var name = webhook.name();
            var tags = Tags.of("webhook", name);
            metrics.gauge(
                    LAG,
                    tags,
                    table,
                    all -> all.of(name, 1).stream()
                            .mapToLong(delivery -> feed.head().position() - delivery.position())
                            .sum());
            metrics.gauge(PARKED, tags, table, all -> all.parked(name));
            metrics.gauge(
                    TRIES,
                    tags,
                    table,
                    all -> all.next(name)
                            .map(WebhookTable.WebhookDelivery::tries)
                            .orElse(0));
        }
    }
}
