package io.streakboard.leaderboard.live.set;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy.Eviction;
import java.time.Duration;

/**
 * Limits the members of the snapshots that this instance made or read and Redis keeps, over all editions, so that
 * readers cannot fill Redis. A member takes about 110 bytes.
 */
public final class SnapshotBudget {

    private static final long MAX_MEMBERS = 2_000_000;

    /** As long as Redis keeps a snapshot that is not read again, see {@code snapshot.lua}. */
    private static final Duration TTL = Duration.ofSeconds(90);

    private final long maxMembers;
    private final Cache<String, Integer> snapshots;
    private final Eviction<String, Integer> weight;

    public SnapshotBudget() {
        this(MAX_MEMBERS);
    }

    /** @param maxMembers there is room for a snapshot while there are fewer */
    public SnapshotBudget(long maxMembers) {
        this.maxMembers = maxMembers;
        this.snapshots = Caffeine.newBuilder()
                .executor(Runnable::run) // a snapshot counts at once
                .expireAfterWrite(TTL)
                .maximumWeight(Long.MAX_VALUE / 2)
                .weigher((String snapshot, Integer members) -> members)
                .build();
        this.weight = snapshots.policy().eviction().orElseThrow();
    }

    boolean hasRoom() {
        if (members() < maxMembers) {
            return true;
        }
        snapshots.cleanUp();
        return members() < maxMembers;
    }

    private long members() {
        return weight.weightedSize().orElse(0);
    }

    /** @param snapshot its key */
    void add(String snapshot, long members) {
        snapshots.asMap().putIfAbsent(snapshot, (int) members);
    }
}
