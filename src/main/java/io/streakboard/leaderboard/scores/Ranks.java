package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.scores.ScoreRow.Key;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a write changed ranks, for the calls that wait for it. The event is delivered on the thread that wrote, so that
 * the listener can hand them over.
 */
public final class Ranks {

    private static final ScopedValue<Ranks> WAITING = ScopedValue.newInstance();

    private final Map<Key, RankChange> changes = new HashMap<>();

    /** Keeps the listener's results while an action runs. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(WAITING, this).call(work::get);
    }

    /** Hands the result to the caller waiting on this thread, if any. */
    static void tell(Key key, RankChange change) {
        if (WAITING.isBound()) {
            WAITING.get().changes.put(key, change);
        }
    }

    public @Nullable RankChange of(Key key) {
        return changes.get(key);
    }
}
