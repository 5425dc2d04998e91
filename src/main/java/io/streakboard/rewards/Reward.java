package io.streakboard.rewards;

import org.jspecify.annotations.Nullable;

/** What a learner got for a rank in a season. */
record Reward(
        long season,
        long learner,
        long rank,
        int points,
        @Nullable String title) {}
