package io.streakboard.leaderboard.board;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import io.streakboard.web.LocalizedText;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Boards for tests. */
public final class Rules {

    public static final Period DAY =
            new Period("2026-11-21", Instant.parse("2026-11-20T16:00:00Z"), Instant.parse("2026-11-21T16:00:00Z"));
    public static final Period WEEK =
            new Period("2026-W47", Instant.parse("2026-11-16T00:00:00Z"), Instant.parse("2026-11-23T00:00:00Z"));
    public static final Period ALL = new Period("all", null, null);

    public static final Tiebreakers TIEBREAKERS = new Tiebreakers("secret");
    public static final Tiebreaker TIEBREAKER = TIEBREAKERS.of("test");

    /** A board of sums without a period, to be changed by {@link #with}. */
    public static final BoardRule BASE = new BoardRule(
            "test",
            LocalizedText.of("Test"),
            Cycle.NONE,
            0,
            false,
            Members.ANY,
            Operator.SUM,
            Order.DESCENDING,
            Ties.FIRST,
            Duration.ofSeconds(1),
            RankStyle.UNIQUE,
            1_000,
            0,
            Duration.ofDays(2),
            Trend.NONE,
            null,
            List.of(),
            null,
            null,
            null,
            null);

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
        return with(
                BASE,
                Map.of(
                        "cycle", cycle,
                        "members", members,
                        "order", order,
                        "ties", ties,
                        "resolution", resolution,
                        "ranks", ranks,
                        "maxScore", maxScore,
                        "keep", keep));
    }

    /** Any board that does not trim. */
    public static BoardRule any(Random random) {
        var cycle = one(random, Cycle.DAY, Cycle.NONE);
        var resolution = one(random, Duration.ofSeconds(1), Duration.ofMillis(1));
        var ties = one(random, Ties.values());
        long maxScore = random.nextBoolean() ? 20 : ScorePacking.mostScore(cycle, ties, resolution);
        var rule = rule(
                cycle,
                one(random, Members.values()),
                one(random, Order.values()),
                ties,
                resolution,
                one(random, RankStyle.values()),
                maxScore,
                0);
        return with(rule, Map.of("buckets", buckets(random, maxScore)));
    }

    /** None, or up to eight bounds; the tests' scores are on both sides of each. */
    public static List<String> buckets(Random random, long maxScore) {
        var bounds = new TreeSet<Long>();
        for (int i = random.nextInt(6); i > 0; i--) {
            bounds.add(one(random, 0L, 1L, 3L, 5L, 6L, 8L, 9L, 10L, maxScore - 1));
        }
        return bounds.stream().map(String::valueOf).toList();
    }

    public static Period period(BoardRule rule) {
        return switch (rule.cycle()) {
            case NONE -> ALL;
            case WEEK -> WEEK;
            default -> DAY;
        };
    }

    /** Any board that compares ranks with the previous day. */
    public static BoardRule comparingDays(Random random, long keep) {
        var any = any(random);
        var cycle = any.cycle() == Cycle.DAY ? Cycle.WEEK : any.cycle();
        long maxScore = random.nextBoolean() ? 20L : ScorePacking.mostScore(cycle, any.ties(), any.resolution());
        return with(
                any,
                Map.of(
                        "cycle",
                        cycle,
                        "ranks",
                        any.ranks() == RankStyle.DENSE ? RankStyle.STANDARD : any.ranks(),
                        "maxScore",
                        maxScore,
                        "buckets",
                        buckets(random, maxScore),
                        "keep",
                        keep,
                        "trend",
                        Trend.DAY));
    }

    /** An edition in the same keys, for readers that do not compare ranks. */
    public static Edition uncompared(Edition edition) {
        return with(edition, with(edition.board(), Map.of("trend", Trend.NONE)));
    }

    /** An edition in the same keys under another rule. */
    public static Edition with(Edition edition, BoardRule rule) {
        return new Edition(
                rule,
                edition.period(),
                edition.partition(),
                edition.tag(),
                edition.encoding(),
                edition.packing(),
                edition.tiebreaker());
    }

    /** A rule with other values of some components, by their names. */
    public static BoardRule with(BoardRule rule, Map<String, ?> changes) {
        var components = BoardRule.class.getRecordComponents();
        var names = Stream.of(components).map(RecordComponent::getName).toList();
        if (!names.containsAll(changes.keySet())) {
            throw new IllegalArgumentException(changes.keySet() + " are not all of " + names);
        }
        try {
            var values = new @Nullable Object[components.length];
            for (int i = 0; i < values.length; i++) {
                var change = changes.get(names.get(i));
                values[i] = change == null && !isStore(names.get(i), changes)
                        ? components[i].getAccessor().invoke(rule)
                        : change;
            }
            return (BoardRule) BoardRule.class.getConstructors()[0].newInstance(values);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The store follows the buckets. */
    private static boolean isStore(String name, Map<String, ?> changes) {
        return name.equals("store") && changes.containsKey("buckets");
    }

    @SafeVarargs
    public static <T> T one(Random random, T... some) {
        return List.of(some).get(random.nextInt(some.length));
    }
}
