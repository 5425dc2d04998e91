package io.streakboard.feed;

import io.streakboard.feed.FeedTable.Placed;
import java.util.List;

/**
 * What goes to a webhook in one call: one event, or some hundred of types that are frequent.
 *
 * @param end the position up to which everything is delivered with it
 */
record WebhookCall(List<Placed> events, long end) {

    /**
     * @param waiting the next events
     * @param next where they end, at or behind the last
     */
    static WebhookCall first(List<Placed> waiting, long next) {
        int size = 1;
        while (size < waiting.size() && isFrequent(waiting, size - 1) && isFrequent(waiting, size)) {
            size++;
        }
        return new WebhookCall(
                waiting.subList(0, size),
                size == waiting.size() ? next : waiting.get(size - 1).position());
    }

    private static boolean isFrequent(List<Placed> events, int index) {
        return FeedType.named(events.get(index).event().type())
                .filter(FeedType::isFrequent)
                .isPresent();
    }

    /** The same for each try, as the same events are sent. */
    String id() {
        return "feed-" + events.getFirst().position() + "-" + events.getLast().position();
    }

    /** Whether the body is a list. It depends on the type, not on how many there are. */
    boolean isBatch() {
        return isFrequent(events, 0);
    }

    Object body() {
        var all = events.stream().map(placed -> CloudEvent.of(placed.event())).toList();
        return isBatch() ? all : all.getFirst();
    }
}
