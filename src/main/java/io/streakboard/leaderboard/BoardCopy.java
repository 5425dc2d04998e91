package io.streakboard.leaderboard;

import io.streakboard.season.Season;

/**
 * A board that nobody changes any more and the table it is copied into: those of a season that settles, or a pair made
 * for a rehearsal of that.
 *
 * @param key of the sorted set
 * @param table of the ranks
 */
public record BoardCopy(Season season, String key, String table) {

    public static BoardCopy settling(Season season) {
        return new BoardCopy(season, BoardKeys.live(season.id()), HistoryBoard.name(season.id()));
    }

    /** @param rehearsal makes key and table this rehearsal's own */
    public static BoardCopy rehearsing(Season season, long rehearsal) {
        return new BoardCopy(season, BoardKeys.rehearsal(season.id(), rehearsal), "points_rehearsal_" + rehearsal);
    }
}
