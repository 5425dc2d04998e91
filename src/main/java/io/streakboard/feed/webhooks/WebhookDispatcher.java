package io.streakboard.feed.webhooks;

import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.FeedTable.Head;
import io.streakboard.feed.webhooks.WebhookTable.WebhookDelivery;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Delivers the feed to a webhook, call by call in order. A call is stored before it is made. If it fails, or its
 * instance dies, the same call is repeated for a day and holds up the next ones; then it is parked, for an admin to
 * replay.
 */
@Component
class WebhookDispatcher {

    private static final Logger log = LoggerFactory.getLogger(WebhookDispatcher.class);

    private static final int BATCH = 500;

    /** Store the position once it has passed this many events of other types: not with each move of the feed. */
    private static final int MAX_UNSTORED = 1_000;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration RETRY_FOR = Duration.ofDays(1);

    private final FeedTable feed;
    private final WebhookTable table;
    private final WebhookSender sender;
    private final BusinessTime time;

    /** By webhook: no matching events between its position and this one. */
    private final Map<String, Long> passed = new ConcurrentHashMap<>();

    WebhookDispatcher(FeedTable feed, WebhookTable table, WebhookSender sender, BusinessTime time) {
        this.feed = feed;
        this.table = table;
        this.sender = sender;
        this.time = time;
    }

    /** Makes the next call; returns whether more may follow at once. */
    boolean deliver(Webhook webhook) {
        var head = feed.head();
        var next = table.next(webhook.name()).orElse(null);
        if (next == null) {
            table.begin(webhook.name(), head.position());
            return false;
        }
        var dueAt = next.nextTryAt();
        if (dueAt == null || time.now().isBefore(dueAt)) {
            return false;
        }
        return next.ends() ? tryAgain(webhook, next, head) : next(webhook, next, head);
    }

    private boolean next(Webhook webhook, WebhookDelivery delivery, Head head) {
        long from = Math.max(delivery.position(), passed.getOrDefault(webhook.name(), 0L));
        if (from < head.removed()) {
            return skip(webhook, delivery, head.removed());
        }
        var slice = feed.after(from, webhook.types(), BATCH);
        if (slice.events().isEmpty()) {
            passed.put(webhook.name(), slice.next());
            if (slice.next() - delivery.position() >= MAX_UNSTORED || delivery.position() < head.removed()) {
                table.delivered(delivery, slice.next());
            }
            return slice.next() < head.position();
        }
        var call = WebhookCall.first(delivery.position(), slice);
        return table.begun(delivery, call.end())
                .map(begun -> send(webhook, begun, call))
                .orElse(false);
    }

    private boolean tryAgain(Webhook webhook, WebhookDelivery delivery, Head head) {
        var slice = feed.between(delivery.position(), delivery.id(), webhook.types(), BATCH);
        if (!slice.events().isEmpty()) {
            return send(webhook, delivery, WebhookCall.first(delivery.position(), slice));
        }
        return delivery.position() < head.removed()
                ? skip(webhook, delivery, delivery.id())
                : table.delivered(delivery, delivery.id());
    }

    private boolean skip(Webhook webhook, WebhookDelivery delivery, long end) {
        log.error("The feed has removed events that webhook {} may not have got", webhook.name());
        return table.delivered(delivery, end);
    }

    private boolean send(Webhook webhook, WebhookDelivery delivery, WebhookCall call) {
        var outcome = sender.send(webhook, call);
        if (outcome.isDelivered()) {
            // If the webhook has other types now, this may be a part of what is stored.
            return table.delivered(delivery, call.end());
        }
        if (outcome.isGone()) {
            log.warn("Webhook {} wants no more calls (410) and is stopped", webhook.name());
            table.stop(webhook.name(), outcome.text());
            return false;
        }
        var failedAt = delivery.failedAt();
        boolean parked = failedAt != null && !time.now().isBefore(failedAt.plus(RETRY_FOR));
        if (parked) {
            log.error("A call of webhook {} was parked; see /actuator/webhooks", webhook.name());
        }
        table.failed(delivery, parked ? null : time.now().plus(pause(delivery.tries())), outcome.text());
        return parked;
    }

    /** @param tries the tries before the one that has just failed */
    static Duration pause(int tries) {
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
