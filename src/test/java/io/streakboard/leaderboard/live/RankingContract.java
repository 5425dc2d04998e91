package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Range;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Properties of every store of an edition, checked against {@link RankingModel}: members get scores, lose them, are
 * hidden and shown, and their states arrive repeatedly and in any order.
 */
public abstract class RankingContract {

    /** An empty edition in a store. */
    protected interface Store {

        List<RankChange> write(List<Score> scores);

        Ranking ranking();
    }

    private static final int SEEDS = Integer.getInteger("streakboard.contract.seeds", 3);
    private static final AtomicLong EDITIONS = new AtomicLong();
    private static final Instant NOON = Instant.parse("2026-11-21T04:00:00Z");

    protected abstract Store store(Edition edition);

    /**
     * Random in each run, {@code -Dstreakboard.contract.seeds} of them. Each is in the name of its test, so that a
     * failure can be repeated.
     */
    public static List<Long> seeds() {
        return new Random().longs(SEEDS).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void answersLikeTheModel(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = Edition.of(rule, EDITIONS.incrementAndGet(), Rules.period(rule), null, Rules.TIEBREAKER);
        var model = new RankingModel(rule, edition);
        var store = store(edition);
        var history = history(rule, model, random, 30, 300);

        for (int from = 0; from < history.size(); ) {
            int size = Math.min(1 + random.nextInt(40), history.size() - from);
            write(store, model, history.subList(from, from + size));
            compare(rule, model, store.ranking(), random);
            from += size;
        }
    }

    /** Every state that members had, some twice, in random order. */
    protected static List<Score> history(BoardRule rule, RankingModel model, Random random, int members, int changes) {
        var states = new ArrayList<Score>();
        var newest = new Score[members];
        for (int i = 0; i < changes; i++) {
            int member = random.nextInt(members);
            var next = next(rule, model, random, name(rule, member), newest[member]);
            if (next != null) {
                newest[member] = next;
                states.add(next);
                if (random.nextInt(4) == 0) {
                    states.add(next);
                }
            }
        }
        Collections.shuffle(states, random);
        return states;
    }

    private static @Nullable Score next(
            BoardRule rule, RankingModel model, Random random, String member, @Nullable Score before) {
        int corrections = before == null ? 0 : before.corrections();
        if (random.nextInt(8) == 0) {
            return new Score(member, 0, null, corrections + 1, null);
        }
        long score = random.nextInt(6) == 0
                ? Rules.one(random, 0L, rule.maxScore(), rule.maxScore() - 1)
                : random.nextInt(10);
        var reachedAt = NOON.plusMillis(random.nextInt(5) * 400L);
        var extra = random.nextInt(3) == 0 ? "{\"n\": %d}".formatted(random.nextInt(10)) : null;
        var next = new Score(member, score, reachedAt, corrections, extra);
        if (before == null || model.isBetter(next, before)) {
            return next;
        }
        return model.isBetter(before, next) ? new Score(member, score, reachedAt, corrections + 1, extra) : null;
    }

    public static String name(BoardRule rule, int member) {
        return rule.members() == Members.LEARNER ? Integer.toString(member + 1) : "m" + member + "-" + member % 3;
    }

    /** Also compares the ranks before and after. */
    protected static void write(Store store, RankingModel model, List<Score> scores) {
        int from = 0;
        var changes = new ArrayList<RankChange>();
        for (int i = 1; i <= scores.size(); i++) {
            var members = scores.subList(from, i).stream().map(Score::member).toList();
            boolean full = i == scores.size() || members.contains(scores.get(i).member());
            if (full) {
                var before = model.ranks();
                scores.subList(from, i).forEach(model::take);
                var after = model.ranks();
                members.forEach(member -> changes.add(new RankChange(before.get(member), after.get(member))));
                from = i;
            }
        }
        assertThat(store.write(scores)).isEqualTo(changes);
    }

    /** Compares all reads. */
    public static void compare(BoardRule rule, RankingModel model, Ranking ranking, Random random) {
        int members = model.entries().size();
        var me = random.nextBoolean() ? name(rule, random.nextInt(40)) : null;
        var member = name(rule, random.nextInt(40));
        long offset = random.nextInt(members + 2);
        int size = random.nextInt(12);
        long score = random.nextInt(4) == 0 ? rule.maxScore() : random.nextInt(11);
        var some = IntStream.range(0, size)
                .mapToObj(i -> name(rule, random.nextInt(40)))
                .toList();
        var percents = DoubleStream.of(0.001, 0.1, 10, 50, 100, (1 + random.nextInt(100_000)) / 1000.0)
                .mapToObj(BigDecimal::valueOf)
                .toList();

        same(ranking.page(0, members + 5, me), model.page(0, members + 5, me));
        same(ranking.page(offset, size, me), model.page(offset, size, me));
        same(ranking.around(member, size, me), model.around(member, size, me));
        same(ranking.around(member, size, member), model.around(member, size, member));
        same(ranking.above(member), above(model.around(member, 1, member), member));
        same(ranking.aroundScore(score, size, me), model.aroundScore(score, size, me));
        same(ranking.among(some, me), model.among(some, me));
        assertThat(ranking.percentiles(percents).values()).isEqualTo(model.percentiles(percents));
        counts(ranking, model, List.of(new Range(score, score + size)));
        assertThat(ranking.counts(List.of(new Range(0, Long.MAX_VALUE))).values())
                .containsExactly((long) members);
        counts(ranking, model, List.of(new Range(score, score), new Range(0, score), new Range(score + 1, score + 9)));
    }

    private static void counts(Ranking ranking, RankingModel model, List<Range> ranges) {
        assertThat(ranking.counts(ranges).values())
                .isEqualTo(ranges.stream()
                        .map(range -> model.count(range.min(), range.max()))
                        .toList());
    }

    private static Ranking.Page above(Ranking.Page around, String member) {
        return new Ranking.Page(
                around.total(),
                around.entries().stream()
                        .takeWhile(entry -> !entry.member().equals(member))
                        .toList(),
                around.mine(),
                around.degraded());
    }

    private static void same(Ranking.Page found, Ranking.Page expected) {
        assertThat(found.entries()).isEqualTo(expected.entries());
        assertThat(found.mine()).isEqualTo(expected.mine());
        assertThat(found.total()).isEqualTo(expected.total());
        assertThat(found.entries()).extracting(Entry::member).doesNotHaveDuplicates();
    }
}
