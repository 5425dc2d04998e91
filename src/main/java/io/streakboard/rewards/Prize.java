package io.streakboard.rewards;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * A learner's prize for a rank on a board.
 *
 * @param edition the final ranking
 * @param period its key
 */
record Prize(
        long edition,
        String board,
        String period,
        @JsonSerialize(using = ToStringSerializer.class) long learner,
        long rank,
        int points,
        @Nullable String title,
        Instant at) {}
