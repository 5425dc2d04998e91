package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.live.set.Formers;
import java.util.HashMap;
import java.util.List;

/**
 * Compares the ranks of a page with those when the day before ended. Each bucket knows who stood in it then, wherever
 * they are by now: a former rank is all former ranks of better buckets and the one inside.
 */
final class FormerRanks {

    private final List<Formers> buckets;

    /** @param buckets from the best to the worst; empty if ranks are not compared with those of the day before */
    FormerRanks(List<Formers> buckets) {
        this.buckets = buckets;
    }

    Page compare(Page page) {
        if (buckets.isEmpty() || page.entries().isEmpty()) {
            return page;
        }
        var members = page.entries().stream().map(Entry::member).toList();
        var ranks = new HashMap<String, Long>();
        long better = 0;
        for (var bucket : buckets) {
            var found = bucket.of(members);
            for (var former : found.ranks().entrySet()) {
                ranks.putIfAbsent(former.getKey(), better + former.getValue());
            }
            better += found.count();
        }
        return page.comparedWith(ranks);
    }
}
