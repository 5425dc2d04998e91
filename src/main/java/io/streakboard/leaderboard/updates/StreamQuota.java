package io.streakboard.leaderboard.updates;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Limits the number of streams, per caller and in total. */
final class StreamQuota {

    private final int perCaller;
    private final Semaphore free;
    private final Map<String, Set<Slot>> taken = new ConcurrentHashMap<>();

    StreamQuota(int perCaller, int all) {
        this.perCaller = perCaller;
        this.free = new Semaphore(all);
    }

    /**
     * @throws TooManyStreams at the limit. Then requests heartbeats on the caller's streams: a write reveals a client
     *     that is gone, so there may be room soon.
     */
    void take(String caller, Slot slot) {
        if (!free.tryAcquire()) {
            throw TooManyStreams.ofInstance();
        }
        var own = taken.compute(caller, (key, slots) -> with(slots == null ? Set.of() : slots, slot));
        if (!own.contains(slot)) {
            free.release();
            own.forEach(Slot::requestHeartbeat);
            throw TooManyStreams.ofLearner(perCaller);
        }
    }

    private Set<Slot> with(Set<Slot> slots, Slot another) {
        if (slots.size() == perCaller) {
            return slots;
        }
        var more = new HashSet<>(slots);
        more.add(another);
        return Set.copyOf(more);
    }

    void giveBack(String caller, Slot slot) {
        taken.computeIfPresent(caller, (key, slots) -> without(slots, slot));
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
