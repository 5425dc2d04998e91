package io.streakboard.leaderboard.rankings;

import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * Which ranking of a board is asked for. What is absent or empty is not given.
 *
 * @param period a key, {@code current} or {@code previous}; of boards other than the points board
 * @param season an id, a name or {@code current}; of the points board
 * @param version of an edition that was reset, from 1; the newest if not given
 */
@NamedInterface("among")
public record RankingQuery(
        @Nullable String period,
        @Nullable String season,
        @Nullable String partition,
        @Nullable String version) {

    public RankingQuery {
        period = given(period);
        season = given(season);
        partition = given(partition);
        version = given(version);
    }

    private static @Nullable String given(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
