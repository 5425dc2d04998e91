package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.season.Season;
import org.jspecify.annotations.Nullable;

/**
 * A board that no longer changes, and the table for its copy.
 *
 * @param rehearsal the rehearsal that the board and the table belong to; null if they are the season's own
 */
public record FrozenBoard(Season season, @Nullable Long rehearsal) {

    public static FrozenBoard settling(Season season) {
        return new FrozenBoard(season, null);
    }

    public static FrozenBoard rehearsing(Season season, long rehearsal) {
        return new FrozenBoard(season, rehearsal);
    }

    String table() {
        return rehearsal == null ? BoardTable.name(season.id()) : BoardTable.scratch(rehearsal);
    }
}
