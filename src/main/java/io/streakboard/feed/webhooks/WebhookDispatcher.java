package io.streakboard.feed.webhooks;

import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.FeedTable.Head;
import io.streakboard.feed.webhooks.WebhookTable.Delivery;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Delivers the feed to a webhook, call by call in its order. A call is written down before it is made. If it fails, or
 * its instance dies, it is made again as it was, for a day, and holds up those behind it; then it is parked, for an
 * admin to replay.
 */
@Component
class WebhookDispatcher {

    private static final Logger log = LoggerFactory.getLogger(WebhookDispatcher.class);

    private static final int BATCH = 500;

    /** Positions of other types that are passed until that is written down: not with each move of the feed. */
    private static final int FAR = 1_000;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final FeedTable feed;
    private final WebhookTable table;
    private final WebhookSender sender;
    private final BusinessTime time;

    /** By webhook: between its position and this one is nothing for it. */
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
        return next.ends() ? tryAgain(webhook, next, head) : goOn(webhook, next, head);
    }

    private boolean goOn(Webhook webhook, Delivery delivery, Head head) {
        long from = Math.max(delivery.position(), passed.getOrDefault(webhook.name(), 0L));
        if (from < head.removed()) {
            return missed(webhook, delivery, head.removed());
        }
        var stretch = feed.after(from, webhook.types(), BATCH);
        if (stretch.events().isEmpty()) {
            passed.put(webhook.name(), stretch.next());
            if (stretch.next() - delivery.position() >= FAR || delivery.position() < head.removed()) {
                table.delivered(delivery, stretch.next());
            }
            return stretch.next() < head.position();
        }
        var call = WebhookCall.first(delivery.position(), stretch);
        return table.begun(delivery, call.end())
                .map(begun -> send(webhook, begun, call))
                .orElse(false);
    }

    private boolean tryAgain(Webhook webhook, Delivery delivery, Head head) {
        var stretch = feed.between(delivery.position(), delivery.id(), webhook.types(), BATCH);
        if (!stretch.events().isEmpty()) {
            return send(webhook, delivery, WebhookCall.first(delivery.position(), stretch));
        }
        return delivery.position() < head.removed()
                ? missed(webhook, delivery, delivery.id())
                : table.delivered(delivery, delivery.id());
    }

    private boolean missed(Webhook webhook, Delivery delivery, long end) {
        log.error("The feed has removed events that webhook {} may not have got", webhook.name());
        return table.delivered(delivery, end);
    }

    private boolean send(Webhook webhook, Delivery delivery, WebhookCall call) {
        var outcome = sender.send(webhook, call);
        if (outcome.isDelivered()) {
            return table.delivered(delivery, delivery.id());
        }
        if (outcome.isGone()) {
            log.warn("Webhook {} wants no more calls (410) and is stopped", webhook.name());
            table.stop(webhook.name(), outcome.text());
            return false;
        }
        var failedAt = delivery.failedAt();
        boolean parked = failedAt != null && !time.now().isBefore(failedAt.plus(PATIENCE));
        if (parked) {
            log.error("A call of webhook {} was parked; see /actuator/webhooks", webhook.name());
        }
        table.failed(delivery, parked ? null : time.now().plus(pause(delivery.tries())), outcome.text());
        return parked;
    }

    /** @param tries how many were made before the one that has just failed */
    static Duration pause(int tries) {
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
