package io.streakboard.leaderboard.rankings;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Ranking.ScoreAtPercent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Ranks within a group, or bands in a small group. */
final class GroupRanks {

    /** In a smaller group each rank would reveal too much about a learner. */
    static final int MIN_MEMBERS = 5;

    private static final List<Integer> BANDS = List.of(1, 5, 10, 25, 50);
    private static final int ALL = 100;

    private GroupRanks() {}

    /** @param overall the ranks on the whole board, best first; equal ranks stay equal in the group */
    static List<Long> within(List<Long> overall, RankStyle style) {
        var ranks = new ArrayList<Long>(overall.size());
        for (int i = 0; i < overall.size(); i++) {
            boolean shared = i > 0 && overall.get(i).equals(overall.get(i - 1));
            ranks.add(style.next(i == 0 ? 0 : ranks.getLast(), i + 1, shared));
        }
        return ranks;
    }

    /** The smallest band that contains a rank, among bands of at least five members. */
    static int band(long rank, long total) {
        return BANDS.stream()
                .filter(band -> {
                    long members = ScoreAtPercent.of(total, BigDecimal.valueOf(band));
                    return members >= MIN_MEMBERS && rank <= members;
                })
                .findFirst()
                .orElse(ALL);
    }
}
