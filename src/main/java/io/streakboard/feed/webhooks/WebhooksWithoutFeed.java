package io.streakboard.feed.webhooks;

import io.streakboard.start.ConfigurationCheck;
import io.streakboard.start.StartRefused;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Refuses to start with webhooks but without a feed. */
@Component
@ConditionalOnBooleanProperty(name = "streakboard.feed.enabled", havingValue = false, matchIfMissing = true)
class WebhooksWithoutFeed implements ConfigurationCheck {

    private final ConfiguredWebhooks configured;

    WebhooksWithoutFeed(ConfiguredWebhooks configured) {
        this.configured = configured;
        check();
    }

    @Override
    public final void check() {
        if (!configured.webhooks().isEmpty()) {
            throw new StartRefused(
                    "streakboard.webhooks need streakboard.feed.enabled=true",
                    "Set it, or take out the webhooks; docs/feed.md says what they are.");
        }
    }
}
