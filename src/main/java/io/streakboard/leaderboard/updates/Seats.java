package io.streakboard.leaderboard.updates;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Bounds how many streams there are, of a learner and at all. */
final class Seats {

    private final int perLearner;
    private final Semaphore free;
    private final Map<Long, Set<Slot>> taken = new ConcurrentHashMap<>();

    Seats(int perLearner, int all) {
        this.perLearner = perLearner;
        this.free = new Semaphore(all);
    }

    /**
     * @throws TooManyStreams if there is no room. The learner's streams are nudged: one whose client has gone is
     *     noticed when it writes, and there may be room soon.
     */
    void take(long learner, Slot slot) {
        if (!free.tryAcquire()) {
            throw TooManyStreams.ofInstance();
        }
        var own = taken.compute(learner, (key, slots) -> with(slots == null ? Set.of() : slots, slot));
        if (!own.contains(slot)) {
            free.release();
            own.forEach(Slot::nudge);
            throw TooManyStreams.ofLearner(perLearner);
        }
    }

    private Set<Slot> with(Set<Slot> slots, Slot another) {
        if (slots.size() == perLearner) {
            return slots;
        }
        var more = new HashSet<>(slots);
        more.add(another);
        return Set.copyOf(more);
    }

    void giveBack(long learner, Slot slot) {
        taken.computeIfPresent(learner, (key, slots) -> without(slots, slot));
        free.release();
    }

    private static @Nullable Set<Slot> without(Set<Slot> slots, Slot one) {
        var fewer = new HashSet<>(slots);
        fewer.remove(one);
        return fewer.isEmpty() ? null : Set.copyOf(fewer);
    }

    void closeAll() {
        taken.values().forEach(slots -> slots.forEach(Slot::close));
    }

    int taken() {
        return taken.values().stream().mapToInt(Set::size).sum();
    }
}
