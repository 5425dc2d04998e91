package io.streakboard.feed;

import io.streakboard.feed.WebhookTable.ParkedEvents;
import io.streakboard.feed.WebhookTable.WebhookProgress;
import io.streakboard.web.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/webhooks}: how far each webhook is, and what is parked for it. {@code replay} sends parked events
 * again, {@code discard} gives them up, {@code resume} tries at once, also a webhook that was stopped.
 */
@Component
@Endpoint(id = "webhooks")
class WebhooksEndpoint {

    private static final int MOST_PARKED = 100;

    /**
     * @param host of the URL, whose path may be secret
     * @param lag positions behind the end of the feed; null before the first look
     */
    record WebhookState(
            String name,
            String host,
            @Nullable Long lag,
            @Nullable WebhookProgress progress,
            List<ParkedEvents> parked) {}

    record WebhookStates(long position, List<WebhookState> webhooks) {}

    record WebhookChanged(int parked) {}

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
        long head = feed.head().position();
        return new WebhookStates(
                head, webhooks.stream().map(webhook -> state(webhook, head)).toList());
    }

    private WebhookState state(Webhook webhook, long head) {
        var progress = table.of(webhook.name()).orElse(null);
        return new WebhookState(
                webhook.name(),
                webhook.url().getHost(),
                progress == null ? null : head - progress.position(),
                progress,
                table.parked(webhook.name(), MOST_PARKED));
    }

    /**
     * @param id of what is parked; absent with {@code replay}: all
     * @return how many parked stretches it concerns
     */
    @WriteOperation
    WebhookChanged act(String action, String webhook, @Nullable Long id) {
        if (webhooks.stream().noneMatch(each -> each.name().equals(webhook))) {
            throw Problem.notFound("There is no such webhook.");
        }
        return switch (action) {
            case "replay" -> new WebhookChanged(table.replay(webhook, id));
            case "discard" -> new WebhookChanged(table.discard(webhook, required(id)));
            case "resume" -> {
                table.resume(webhook);
                yield new WebhookChanged(0);
            }
            default -> throw Problem.noneOf("action", List.of("replay", "discard", "resume"));
        };
    }

    private static long required(@Nullable Long id) {
        if (id == null) {
            throw Problem.invalid("id", "is required", "required");
        }
        return id;
    }
}
