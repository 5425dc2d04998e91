package io.streakboard.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of the feed.
 *
 * @param id the same in each delivery of the event; no other event of this installation has it
 * @param type the text of a {@link FeedType}, or of one that only a newer instance knows
 * @param subject what it is about, for example {@code learners/42}; events of one subject are in order
 * @param learner the learner whose data the event carries; null if it carries none
 * @param at when it happened
 * @param data as JSON
 */
record FeedEvent(
        String id, String type, String subject, @Nullable Long learner, Instant at, String data) {}
