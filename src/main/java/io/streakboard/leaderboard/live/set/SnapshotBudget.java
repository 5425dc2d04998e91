package io.streakboard.leaderboard.live.set;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy.Eviction;
import java.time.Duration;

/**
 * Counts the members of the snapshots that were made or read through this instance and that Redis keeps, whichever
 * editions they are of, so that readers cannot fill Redis. A member takes about 110 bytes.
 */
public final class SnapshotBudget {

    private static final long MOST_MEMBERS = 2_000_000;

    /** As long as Redis keeps a snapshot that is not read again, see {@code snapshot.lua}. */
    private static final Duration KEPT = Duration.ofSeconds(90);

    private final long most;
    private final Cache<String, Integer> made;
    private final Eviction<String, Integer> weight;

    public SnapshotBudget() {
        this(MOST_MEMBERS);
    }

    /** @param most members; there is room for a snapshot while there are fewer */
    public SnapshotBudget(long most) {
        this.most = most;
        this.made = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .maximumWeight(Long.MAX_VALUE / 2)
                .weigher((String snapshot, Integer members) -> members)
                .build();
        this.weight = made.policy().eviction().orElseThrow();
    }

    boolean hasRoom() {
        if (members() < most) {
            return true;
        }
        made.cleanUp();
        return members() < most;
    }

    private long members() {
        return weight.weightedSize().orElse(0);
    }

    /** @param snapshot its key */
    void add(String snapshot, long members) {
        made.asMap().putIfAbsent(snapshot, (int) members);
    }
}
