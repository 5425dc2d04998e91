package io.streakboard.leaderboard.board;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ranking, wherever it is kept. */
public interface Board {

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
    Page page(long offset, int size, long learner);

    /** The learner's own standing with up to {@code radius} others on each side; empty if not ranked. */
    Page around(int radius, long learner);

    /** The standings of some learners, by rank. Learners that are not ranked are left out. */
    Page among(Collection<Long> learners, long learner);
}
