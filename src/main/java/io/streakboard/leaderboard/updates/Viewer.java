package io.streakboard.leaderboard.updates;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A watcher.
 *
 * @param caller key of the quota
 * @param learner null if the caller is no learner
 * @param member the learner as a member of the board; null if the members or the caller are not learners
 * @param seen id of the page that the caller has; null if none
 * @param until latest end of the stream
 */
public record Viewer(
        String caller,
        @Nullable Long learner,
        @Nullable String member,
        @Nullable String seen,
        Instant until) {}
