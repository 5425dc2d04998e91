package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.ScoreAtPercent;
import io.streakboard.leaderboard.live.set.BoardKeys;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The bounds of the ranges of scores that a divided edition keeps in sorted sets of their own: configured, or quantiles
 * of another ranking.
 */
final class BucketBounds {

    /** Smaller sets are not worth their cost. */
    static final int MEMBERS_A_SET = 10_000;

    private static final int DECIMALS = 3;
    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    private BucketBounds() {}

    /**
     * The greatest score of each range but the last, rising; empty if one set is enough.
     *
     * @param rankings whose quantiles may be taken: the first with enough members decides
     */
    static List<Long> of(Edition edition, Supplier<Stream<Ranking>> rankings) {
        return edition.board().dividesByPrevious()
                ? rankings.get()
                        .map(ranking -> quantiles(edition, ranking))
                        .filter(bounds -> !bounds.isEmpty())
                        .findFirst()
                        .orElse(List.of())
                : edition.board().bounds();
    }

    private static List<Long> quantiles(Edition edition, Ranking ranking) {
        var all = ranking.page(0, 0, null);
        int sets = (int) Math.min(BoardKeys.MAX_SETS, all.total() / MEMBERS_A_SET);
        if (all.degraded() || sets < 2) {
            return List.of();
        }
        var percents = IntStream.range(1, sets)
                .mapToObj(set -> ALL.multiply(BigDecimal.valueOf(set))
                        .divide(BigDecimal.valueOf(sets), DECIMALS, RoundingMode.UP))
                .toList();
        boolean falling = edition.packing().order() == Order.DESCENDING;
        return ranking.percentiles(percents).values().stream()
                .map(ScoreAtPercent::score)
                .filter(Objects::nonNull)
                .map(score -> falling ? score - 1 : score)
                .filter(bound -> bound >= 0 && bound < edition.packing().maxScore())
                .distinct()
                .sorted()
                .toList();
    }
}
