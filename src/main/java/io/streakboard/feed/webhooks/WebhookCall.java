package io.streakboard.feed.webhooks;

import io.streakboard.feed.table.FeedTable.EventSlice;
import io.streakboard.feed.table.FeedTable.SequencedEvent;
import io.streakboard.feed.table.FeedType;
import java.util.List;

/**
 * The events of one call of a webhook: a single one, or some hundred of frequent types.
 *
 * @param from the call delivers all matching events after this position, up to {@code end}
 */
record WebhookCall(List<SequencedEvent> events, long from, long end) {

    /** @param slice the next events; it ends at or behind the last */
    static WebhookCall first(long from, EventSlice slice) {
        var waiting = slice.events();
        int size = 1;
        while (size < waiting.size() && isFrequent(waiting, size - 1) && isFrequent(waiting, size)) {
            size++;
        }
        return new WebhookCall(
                waiting.subList(0, size),
                from,
                size == waiting.size() ? slice.next() : waiting.get(size - 1).position());
    }

    private static boolean isFrequent(List<SequencedEvent> events, int index) {
        return FeedType.named(events.get(index).event().type())
                .filter(FeedType::isFrequent)
                .isPresent();
    }

    /** The same for each try, as the same slice is sent. */
    String id() {
        return "feed-" + from + "-" + end;
    }

    /** Whether the body is a list. It depends on the type, not on the number of events. */
    boolean isBatch() {
        return isFrequent(events, 0);
    }

    Object body() {
        var all = events.stream().map(SequencedEvent::event).toList();
        return isBatch() ? all : all.getFirst();
    }
}
