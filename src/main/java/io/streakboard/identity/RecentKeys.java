package io.streakboard.identity;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keys from requests and files that may not be in MySQL yet. They last until their fact is written: at least two
 * minutes, or until half a million others have come. A cache that drops what is seldom asked for would drop new ones
 * first.
 */
class RecentKeys {

    private static final int GENERATION = 500_000;
    private static final long NANOS = Duration.ofMinutes(2).toNanos();

    /** @param compared whether MySQL was asked for the key of the id */
    record RecentKey(String key, boolean compared) {}

    private final int size;
    private final LongSupplier nanos;
    private volatile ConcurrentHashMap<Long, RecentKey> young = new ConcurrentHashMap<>();
    private volatile ConcurrentHashMap<Long, RecentKey> old = new ConcurrentHashMap<>();
    private volatile long begun;

    RecentKeys() {
        this(GENERATION, System::nanoTime);
    }

    RecentKeys(int size, LongSupplier nanos) {
        this.size = size;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
    }

    @Nullable
    RecentKey of(long learner) {
        var key = young.get(learner);
        return key == null ? old.get(learner) : key;
    }

    void put(long learner, RecentKey key) {
        if (nanos.getAsLong() - begun > NANOS || young.mappingCount() >= size) {
            turn();
        }
        young.put(learner, key);
    }

    private synchronized void turn() {
        if (nanos.getAsLong() - begun > NANOS || young.mappingCount() >= size) {
            old = young;
            young = new ConcurrentHashMap<>();
            begun = nanos.getAsLong();
        }
    }

    void remove(long learner) {
        young.remove(learner);
        old.remove(learner);
    }
}
