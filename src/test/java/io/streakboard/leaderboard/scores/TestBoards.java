package io.streakboard.leaderboard.scores;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.book.NewScore;
import io.streakboard.leaderboard.book.Submission;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Boards of tests, each with a name that no other test has. */
public final class TestBoards {

    public static final long MOST = Rules.BASE.maxScore();
    public static final Duration RETENTION = Duration.ofDays(2);

    private static final AtomicInteger LAST = new AtomicInteger();

    private TestBoards() {}

    public static BoardRule sum() {
        return rule(Operator.SUM, Order.DESCENDING, Ties.FIRST, false, Members.ANY);
    }

    public static BoardRule of(Operator operator) {
        return rule(operator, Order.DESCENDING, Ties.FIRST, false, Members.ANY);
    }

    public static BoardRule partitioned(Operator operator) {
        return rule(operator, Order.DESCENDING, Ties.FIRST, true, Members.ANY);
    }

    public static BoardRule rule(Operator operator, Order order, Ties ties, boolean partitioned, Members members) {
        return rule(operator, order, ties, partitioned, members, List.of());
    }

    public static BoardRule any(Random random) {
        return rule(
                one(random, Operator.values()),
                one(random, Order.values()),
                one(random, Ties.values()),
                random.nextBoolean(),
                one(random, Members.values()));
    }

    @SafeVarargs
    static <T> T one(Random random, T... some) {
        return some[random.nextInt(some.length)];
    }

    /** @param buckets upper bounds; none for one sorted set */
    public static BoardRule rule(
            Operator operator, Order order, Ties ties, boolean partitioned, Members members, List<String> buckets) {
        return Rules.with(
                Rules.BASE,
                Map.of(
                        "name", "scores-" + LAST.incrementAndGet(),
                        "cycle", Cycle.DAY,
                        "partitioned", partitioned,
                        "members", members,
                        "operator", operator,
                        "order", order,
                        "ties", ties,
                        "retention", RETENTION,
                        "buckets", buckets));
    }

    /** The same with a ranking of the last days each day. */
    public static BoardRule sliding(BoardRule rule, int days, Duration retention) {
        return Rules.with(rule, Map.of("cycle", Cycle.SLIDING, "days", days, "retention", retention));
    }

    /** A score as the root would have checked it. */
    public static Submission submission(
            BoardRule board,
            Period period,
            String member,
            @Nullable String partition,
            long value,
            String messageId,
            Instant occurredAt,
            @Nullable String extra) {
        boolean sums = board.operator() == Operator.SUM;
        return new Submission(
                board,
                period,
                new NewScore(
                        board.name(),
                        member,
                        partition,
                        sums ? value : null,
                        sums ? null : value,
                        messageId,
                        occurredAt,
                        extra),
                null);
    }

    /** The day of an instant, in UTC: a period is whatever the root says. */
    public static Period day(Instant instant) {
        var start = instant.truncatedTo(ChronoUnit.DAYS);
        return new Period(start.toString().substring(0, 10), start, start.plus(1, ChronoUnit.DAYS));
    }
}
