package io.streakboard.leaderboard.live.set;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Score;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Sizes of batches: a call of a script should take two to five milliseconds on a busy machine. Redis does nothing else
 * meanwhile, and longer calls are likely to be interrupted by other processes. See {@code docs/benchmarks.md}.
 */
public final class Batches {

    /** Batch size of a rebuild for members that need only their values. */
    public static final int PLAIN = 1_000;

    private Batches() {}

    /** Divides scores into batches, each with a member at most once. */
    public static List<List<Score>> of(Edition edition, List<Score> scores) {
        int most = size(edition);
        var batches = new ArrayList<List<Score>>();
        var members = new HashSet<String>();
        int from = 0;
        for (int i = 0; i < scores.size(); i++) {
            if (!members.add(scores.get(i).member()) || i - from == most) {
                batches.add(scores.subList(from, i));
                members.clear();
                members.add(scores.get(i).member());
                from = i;
            }
        }
        if (from < scores.size()) {
            batches.add(scores.subList(from, scores.size()));
        }
        return batches;
    }

    private static int size(Edition edition) {
        return edition.ranks() == RankStyle.DENSE ? 50 : 100;
    }

    /**
     * Maximum requests in a call; fewer if ranks are compared, because the former ranks of a page take longer than the
     * page.
     */
    static int ofReads(Edition edition) {
        return edition.comparesDays() ? 16 : 64;
    }

    /** Maximum members in a request; fewer if their ranks are compared, which takes several times as long. */
    static int ofStandings(boolean compared) {
        return compared ? 25 : 100;
    }

    /** Batch size of a rebuild for other members. It reads no ranks. */
    public static int ofRebuild(Edition edition) {
        return size(edition) * (edition.timeBeside() ? 2 : 5);
    }
}
