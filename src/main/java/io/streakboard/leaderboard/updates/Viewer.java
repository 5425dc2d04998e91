package io.streakboard.leaderboard.updates;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who watches.
 *
 * @param member the learner as a member of the board; null if its members are no learners
 * @param seen the version that the learner has already; null if none
 * @param until when the stream ends at the latest
 */
public record Viewer(
        long learner, @Nullable String member, @Nullable String seen, Instant until) {}
