package io.streakboard.feed.webhooks;

import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.webhooks.WebhookTable.WebhookDelivery;
import io.streakboard.web.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/webhooks}: the position and failed calls of each webhook. {@code replay} repeats them, or starts a
 * stopped webhook; {@code discard} gives one up.
 */
@Component
@Endpoint(id = "webhooks")
class WebhooksEndpoint {

    private static final int MOST_SHOWN = 100;

    /**
     * @param host of the URL, whose path may be secret
     * @param deliveries with id 0 all future events, then failed calls; empty before the first check
     */
    record WebhookState(String name, String host, List<WebhookDelivery> deliveries) {}

    /** @param position the end of the feed */
    record WebhookStates(long position, List<WebhookState> webhooks) {}

    record WebhookChanged(int deliveries) {}

    private final List<Webhook> webhooks;
    private final WebhookTable table;
    private final FeedTable feed;

    WebhooksEndpoint(ConfiguredWebhooks configured, WebhookTable table, FeedTable feed) {
        this.webhooks = configured.webhooks();
        this.table = table;
        this.feed = feed;
    }

    @ReadOperation
    WebhookStates webhooks() {
        return new WebhookStates(
                feed.head().position(),
                webhooks.stream()
                        .map(webhook -> new WebhookState(
                                webhook.name(), webhook.url().getHost(), table.of(webhook.name(), MOST_SHOWN)))
                        .toList());
    }

    /** @param id of a delivery; absent with {@code replay}: all */
    @WriteOperation
    WebhookChanged act(String action, String webhook, @Nullable Long id) {
        if (webhooks.stream().noneMatch(each -> each.name().equals(webhook))) {
            throw Problem.notFound("There is no such webhook.");
        }
        return switch (action) {
            case "replay" -> new WebhookChanged(table.replay(webhook, id));
            case "discard" -> new WebhookChanged(table.discard(webhook, required(id)));
            default -> throw Problem.noneOf("action", List.of("replay", "discard"));
        };
    }

    private static long required(@Nullable Long id) {
        if (id == null) {
            throw Problem.invalid("id", "is required", "required");
        }
        return id;
    }
}
