package io.streakboard.feed.webhooks;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Refuses to start with webhooks but without a feed. */
@Component
@ConditionalOnBooleanProperty(name = "streakboard.feed.enabled", havingValue = false, matchIfMissing = true)
class WebhooksWithoutFeed {

    WebhooksWithoutFeed(ConfiguredWebhooks configured) {
        if (!configured.webhooks().isEmpty()) {
            throw new IllegalStateException("streakboard.webhooks need streakboard.feed.enabled=true");
        }
    }
}
