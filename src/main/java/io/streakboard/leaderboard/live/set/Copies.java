package io.streakboard.leaderboard.live.set;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/**
 * Counts the snapshots that were made or read through this instance and that Redis keeps: at most a thousand of about
 * 100 kB, whichever editions are read, so that readers cannot fill Redis.
 */
public final class Copies {

    private static final int MOST = 1_000;

    /** As long as Redis keeps a snapshot that is not read again, see {@code snapshot.lua}. */
    private static final Duration KEPT = Duration.ofSeconds(90);

    private final int most;
    private final Cache<String, String> made =
            Caffeine.newBuilder().expireAfterWrite(KEPT).build();

    public Copies() {
        this(MOST);
    }

    public Copies(int most) {
        this.most = most;
    }

    boolean hasRoom() {
        if (made.estimatedSize() < most) {
            return true;
        }
        made.cleanUp();
        return made.estimatedSize() < most;
    }

    /** @param snapshot its key */
    void add(String snapshot) {
        made.asMap().putIfAbsent(snapshot, snapshot);
    }
}
