package io.streakboard.leaderboard.live;

import org.jspecify.annotations.Nullable;

/** A member's ranks before and after a write; null while not ranked. */
public record RankChange(@Nullable Long before, @Nullable Long after) {

    public static final RankChange NONE = new RankChange(null, null);
}
