package io.streakboard.feed.webhooks;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param webhooks receivers of the feed's events by HTTP */
@ConfigurationProperties("streakboard")
record ConfiguredWebhooks(@DefaultValue List<Webhook> webhooks) {

    ConfiguredWebhooks {
        if (webhooks.stream().map(Webhook::name).distinct().count() < webhooks.size()) {
            throw new IllegalArgumentException("streakboard.webhooks: two have the same name");
        }
    }
}
