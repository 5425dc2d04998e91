package io.streakboard.rewards;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** A learner's reward for a rank in a season. */
record Reward(
        long season,
        @JsonSerialize(using = ToStringSerializer.class) long learner,
        long rank,
        int points,
        @Nullable String title) {}
