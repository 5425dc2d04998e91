package io.streakboard.model;

import io.streakboard.model.Deed.Key;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The model: what the application has answered, and so has to have on record. Plain maps; knows nothing of servers. The
 * order in which operations were performed does not matter to it, so they may go on side by side.
 */
final class Oracle {

    /** @param punctual why it must not be late; null if it may be */
    record Expected(Deed deed, @Nullable String punctual) {}

    private final Almanac almanac;
    private final Map<Key, Expected> acknowledged = new HashMap<>();
    private final Set<Key> unanswered = new HashSet<>();
    private final Map<Key, Integer> adjustments = new HashMap<>();
    private final Set<Long> deleted = new HashSet<>();

    Oracle(Almanac almanac) {
        this.almanac = almanac;
    }

    Almanac almanac() {
        return almanac;
    }

    /** A learner has asked to be signed in: without an answer nobody knows. */
    synchronized void asked(long learner, LocalDate day) {
        unanswered.add(new Key(learner, Deed.SIGN_IN, day.toString()));
    }

    /** @param fastest the latest time that any instance's clock has shown */
    synchronized void signedIn(long learner, LocalDate day, Instant fastest) {
        var deed = new Deed(
                learner,
                Deed.SIGN_IN,
                day.toString(),
                day.atStartOfDay(almanac.zone()).toInstant());
        acknowledge(deed, fastest);
    }

    /** A deed was taken, by whichever answer. If its season cannot have been sealed by then, it has to be in it. */
    synchronized void acknowledge(Deed deed, Instant fastest) {
        var month = almanac.monthOf(deed.at());
        acknowledge(
                deed,
                almanac.sealable(month, fastest)
                        ? null
                        : "when it was answered no clock had reached the end of " + month);
    }

    /** @param punctual why the deed must not be late; null if it may be */
    synchronized void acknowledge(Deed deed, @Nullable String punctual) {
        acknowledged.putIfAbsent(deed.key(), new Expected(deed, punctual));
    }

    /** @param points what an admin was told to have granted or taken away */
    synchronized void adjusted(long learner, String requestId, int points) {
        adjustments.putIfAbsent(new Key(learner, Deed.ADJUSTMENT, requestId), points);
    }

    /** From the moment on at which it was asked for: what is answered later may have been done before. */
    synchronized void delete(long learner) {
        deleted.add(learner);
    }

    synchronized boolean isDeleted(long learner) {
        return deleted.contains(learner);
    }

    synchronized Set<Long> deleted() {
        return Set.copyOf(deleted);
    }

    /** What has to be on record, but for deleted learners. */
    synchronized Collection<Expected> expected() {
        return acknowledged.values().stream()
                .filter(expected -> !deleted.contains(expected.deed().learner()))
                .toList();
    }

    synchronized boolean mayBeOnRecord(Key key) {
        return acknowledged.containsKey(key) || unanswered.contains(key);
    }

    synchronized @Nullable Expected expected(Key key) {
        return acknowledged.get(key);
    }

    /** What admins did, but to deleted learners. */
    synchronized Map<Key, Integer> adjustments() {
        var kept = new HashMap<>(adjustments);
        kept.keySet().removeIf(key -> deleted.contains(key.learner()));
        return kept;
    }
}
