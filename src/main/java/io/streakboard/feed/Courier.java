package io.streakboard.feed;

import io.streakboard.feed.FeedTable.Stretch;
import io.streakboard.feed.WebhookTable.WebhookProgress;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Delivers the feed to a webhook, call by call in its order. A call that fails is tried again for a day, and holds up
 * those behind it; then it is parked. If the next one fails too, the receiver is away: all that waits is parked with
 * it, for an admin to replay, and the next event begins anew.
 */
@Component
class Courier {

    private static final Logger log = LoggerFactory.getLogger(Courier.class);

    private static final int BATCH = 500;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final FeedTable feed;
    private final WebhookTable table;
    private final WebhookSender sender;
    private final TransactionTemplate transactions;
    private final BusinessTime time;

    Courier(
            FeedTable feed,
            WebhookTable table,
            WebhookSender sender,
            TransactionTemplate transactions,
            BusinessTime time) {
        this.feed = feed;
        this.table = table;
        this.sender = sender;
        this.transactions = transactions;
        this.time = time;
    }

    /** Makes the next call, and the next of a replay; returns whether more may follow at once. */
    boolean deliver(Webhook webhook) {
        var head = feed.head();
        var progress = table.of(webhook.name()).orElseGet(() -> table.begin(webhook.name(), head.position()));
        if (progress.stopped()) {
            return false;
        }
        boolean replaying = replay(webhook);
        if (progress.nextAttemptAt() != null && time.now().isBefore(progress.nextAttemptAt())) {
            return replaying;
        }
        if (progress.position() < head.removed()) {
            giveUp(webhook, progress, head.removed(), "the feed has removed it before it was delivered");
            return true;
        }
        return goOn(webhook, progress) || replaying;
    }

    private boolean goOn(Webhook webhook, WebhookProgress progress) {
        var stretch = waiting(webhook, progress);
        if (stretch.events().isEmpty()) {
            return stretch.next() > progress.position()
                    && table.pass(webhook.name(), progress.position(), stretch.next());
        }
        var call = WebhookCall.first(stretch.events(), stretch.next());
        var outcome = sender.send(webhook, call);
        if (outcome.delivered()) {
            table.delivered(webhook.name(), progress.position(), call.end());
        } else if (outcome.gone()) {
            log.warn("Webhook {} wants no more calls (410) and is stopped", webhook.name());
            table.stop(webhook.name(), outcome.text());
        } else {
            return failed(webhook, progress, call, outcome.text());
        }
        return outcome.delivered();
    }

    private Stretch waiting(Webhook webhook, WebhookProgress progress) {
        return progress.callEnd() == null
                ? feed.after(progress.position(), webhook.feedTypes(), BATCH)
                : feed.between(progress.position(), progress.callEnd(), webhook.feedTypes(), BATCH);
    }

    private boolean failed(Webhook webhook, WebhookProgress progress, WebhookCall call, String error) {
        var since = progress.failingSince();
        var now = time.now();
        if (since == null || since.plus(PATIENCE).isAfter(now)) {
            table.failed(webhook.name(), progress, call.end(), now.plus(pause(progress.attempts())), error);
            return false;
        }
        boolean isAway = progress.attempts() == 0; // the call before has just been parked
        giveUp(webhook, progress, isAway ? feed.head().position() : call.end(), error);
        if (isAway) {
            table.recover(webhook.name());
        }
        return !isAway;
    }

    /** @param attempts how many were made before the one that has just failed */
    static Duration pause(int attempts) {
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private void giveUp(Webhook webhook, WebhookProgress progress, long to, String reason) {
        log.error("Events of webhook {} were parked ({}); see /actuator/webhooks", webhook.name(), reason);
        transactions.executeWithoutResult(status -> {
            if (table.pass(webhook.name(), progress.position(), to)) {
                table.park(webhook.name(), progress.position(), to, reason);
            }
        });
    }

    /** Parked events come a second time, beside the others. */
    private boolean replay(Webhook webhook) {
        var parked = table.toReplay(webhook.name()).orElse(null);
        if (parked == null) {
            return false;
        }
        var stretch = feed.between(parked.from(), parked.to(), webhook.feedTypes(), BATCH);
        if (stretch.events().isEmpty()) {
            table.replayed(parked, stretch.next());
            return true;
        }
        var call = WebhookCall.first(stretch.events(), stretch.next());
        var outcome = sender.send(webhook, call);
        if (outcome.delivered()) {
            table.replayed(parked, call.end());
        } else {
            table.replayFailed(parked, outcome.text());
        }
        return outcome.delivered();
    }
}
