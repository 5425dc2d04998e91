package io.streakboard.leaderboard.rankings;

import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * Selects a ranking of a board. Empty parameters count as absent.
 *
 * @param period a key, {@code current} or {@code previous}; not for the points board
 * @param season an id, a name or {@code current}; only for the points board
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
