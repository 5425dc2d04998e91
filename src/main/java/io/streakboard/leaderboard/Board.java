package io.streakboard.leaderboard;

import io.streakboard.season.Season;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The board of a season, wherever it is kept. */
interface Board {

    /**
     * @param total how many learners are ranked
     * @param standings by rank
     * @param mine the standing of the learner who asks; null if not ranked
     * @param degraded whether learners or points may be missing: Redis has lost the board, and it is not rebuilt yet
     */
    record Page(
            long total, List<Standing> standings, @Nullable Standing mine, boolean degraded) {}

    /** Asks as somebody who is not ranked. */
    long NOBODY = 0;

    /** @param offset how many to leave out at the top */
    Page page(Season season, long offset, int size, long learner);

    /** The learner's own standing with up to so many on each side; nothing if the learner is not ranked. */
    Page around(Season season, int radius, long learner);

    /** The standings of those learners that are ranked, by rank. */
    Page among(Season season, Collection<Long> learners, long learner);

    default List<Standing> standings(Season season, Collection<Long> learners) {
        return among(season, learners, NOBODY).standings();
    }
}
