package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes the rank changes of a write to the waiting caller. The event is delivered on the writing thread, so the
 * listener finds that caller.
 */
public final class RankChangeCollector {

    private static final ScopedValue<RankChangeCollector> WAITING = ScopedValue.newInstance();

    private final Map<ScoreKey, RankChange> changes = new HashMap<>();

    /** Keeps the listener's results while an action runs. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(WAITING, this).call(work::get);
    }

    /** Passes a change to the caller waiting on this thread, if any. */
    static void collect(ScoreKey key, RankChange change) {
        if (WAITING.isBound()) {
            WAITING.get().changes.put(key, change);
        }
    }

    public @Nullable RankChange of(ScoreKey key) {
        return changes.get(key);
    }
}
