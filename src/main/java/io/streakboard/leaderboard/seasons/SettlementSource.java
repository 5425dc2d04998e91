package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.season.Season;
import org.jspecify.annotations.Nullable;

/**
 * A sealed board, and the table for its copy.
 *
 * @param rehearsal the rehearsal of the board and the table; null for the season's own
 */
public record SettlementSource(Season season, @Nullable Long rehearsal) {

    public static SettlementSource settling(Season season) {
        return new SettlementSource(season, null);
    }

    public static SettlementSource rehearsing(Season season, long rehearsal) {
        return new SettlementSource(season, rehearsal);
    }

    String table() {
        return rehearsal == null ? BoardTable.name(season.id()) : BoardTable.scratch(rehearsal);
    }
}
