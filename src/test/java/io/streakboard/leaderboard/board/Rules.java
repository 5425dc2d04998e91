package io.streakboard.leaderboard.board;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Store;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Boards for tests. */
public final class Rules {

    public static final Period DAY =
            new Period("2026-11-21", Instant.parse("2026-11-20T16:00:00Z"), Instant.parse("2026-11-21T16:00:00Z"));
    public static final Period WEEK =
            new Period("2026-W47", Instant.parse("2026-11-16T00:00:00Z"), Instant.parse("2026-11-23T00:00:00Z"));
    public static final Period ALL = new Period("all", null, null);

    private Rules() {}

    public static BoardRule rule(
            Cycle cycle,
            Members members,
            Order order,
            Ties ties,
            Duration resolution,
            RankStyle ranks,
            long maxScore,
            long keep) {
        return new BoardRule(
                "test",
                "Test",
                cycle,
                0,
                false,
                members,
                Operator.SUM,
                order,
                ties,
                resolution,
                ranks,
                maxScore,
                keep,
                Duration.ofDays(2),
                Trend.NONE,
                Store.SORTED_SET,
                List.of(),
                null,
                null);
    }

    /** Any board that does not trim. */
    public static BoardRule any(Random random) {
        var cycle = one(random, Cycle.DAY, Cycle.NONE);
        var resolution = one(random, Duration.ofSeconds(1), Duration.ofMillis(1));
        var ties = one(random, Ties.values());
        return rule(
                cycle,
                one(random, Members.values()),
                one(random, Order.values()),
                ties,
                resolution,
                one(random, RankStyle.values()),
                random.nextBoolean() ? 20 : ScorePacking.mostScore(cycle, ties, resolution),
                0);
    }

    public static Period period(BoardRule rule) {
        return switch (rule.cycle()) {
            case NONE -> ALL;
            case WEEK -> WEEK;
            default -> DAY;
        };
    }

    /** Any board whose ranks are compared with those of the day before. */
    public static BoardRule comparingDays(Random random, long keep) {
        var any = any(random);
        var cycle = any.cycle() == Cycle.DAY ? Cycle.WEEK : any.cycle();
        return new BoardRule(
                any.name(),
                any.title(),
                cycle,
                any.days(),
                any.partitioned(),
                any.members(),
                any.operator(),
                any.order(),
                any.ties(),
                any.resolution(),
                any.ranks() == RankStyle.DENSE ? RankStyle.STANDARD : any.ranks(),
                random.nextBoolean() ? 20 : ScorePacking.mostScore(cycle, any.ties(), any.resolution()),
                keep,
                any.retention(),
                Trend.DAY,
                Store.SORTED_SET,
                List.of(),
                null,
                null);
    }

    /** An edition in the same keys, for readers who do not compare ranks. */
    public static Edition uncompared(Edition edition) {
        var rule = edition.board();
        var uncompared = new BoardRule(
                rule.name(),
                rule.title(),
                rule.cycle(),
                rule.days(),
                rule.partitioned(),
                rule.members(),
                rule.operator(),
                rule.order(),
                rule.ties(),
                rule.resolution(),
                rule.ranks(),
                rule.maxScore(),
                rule.keep(),
                rule.retention(),
                Trend.NONE,
                rule.store(),
                rule.buckets(),
                null,
                null);
        return new Edition(
                uncompared,
                edition.period(),
                edition.partition(),
                edition.tag(),
                edition.encoding(),
                edition.packing());
    }

    @SafeVarargs
    public static <T> T one(Random random, T... some) {
        return List.of(some).get(random.nextInt(some.length));
    }
}
