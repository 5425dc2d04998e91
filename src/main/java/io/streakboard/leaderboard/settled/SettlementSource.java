package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.season.Season;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * A sealed board, and the table for its copy.
 *
 * @param rehearsal the rehearsal of the board and the table; null for the season's own
 */
@NamedInterface("seasons")
public record SettlementSource(Season season, @Nullable Long rehearsal) {

    public static SettlementSource settling(Season season) {
        return new SettlementSource(season, null);
    }

    public static SettlementSource rehearsing(Season season, long rehearsal) {
        return new SettlementSource(season, rehearsal);
    }

    /** How its scores have points and time: ranks keep a total's instant to its precision. */
    ScorePacking packing() {
        return ScorePacking.between(season.startsAt(), season.endsAt());
    }

    public String table() {
        return rehearsal == null ? BoardTable.name(season.id()) : BoardTable.scratch(rehearsal);
    }
}
