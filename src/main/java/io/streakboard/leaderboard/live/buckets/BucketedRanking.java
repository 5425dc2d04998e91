package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Buckets;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an edition in buckets: a rank is the members of all better buckets and the rank inside. Each bucket is asked
 * for its size, then the buckets with the answer are read one after the other. Changes in between may shift a rank by
 * their number; no member is on a page twice, and what has a hole is read again.
 */
final class BucketedRanking implements Ranking {

    private final Edition edition;
    private final Buckets ranges;
    private final List<Ranking> buckets;

    /** @param buckets from the best to the worst */
    BucketedRanking(Edition edition, Buckets ranges, List<Ranking> buckets) {
        this.edition = edition;
        this.ranges = ranges;
        this.buckets = buckets;
    }

    private <T> T look(Function<Ranking, Page> question, Function<BucketView, T> reading, Predicate<T> missed) {
        return BucketView.look(buckets, edition.ranks(), question, reading, missed);
    }

    private static Function<Ranking, Page> size(@Nullable String me) {
        return bucket -> bucket.page(0, 0, me);
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        return look(size(me), view -> view.page(view.entries(offset, size)), page -> false);
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        return look(
                bucket -> bucket.around(member, radius, me),
                view -> view.page(around(view, member, radius)),
                page -> page.entries().isEmpty());
    }

    private static List<Entry> around(BucketView view, String member, int radius) {
        int bucket = view.best(page -> !page.entries().isEmpty());
        if (bucket < 0) {
            return List.of();
        }
        var stretch = view.found(bucket);
        int index = stretch.stream().map(Entry::member).toList().indexOf(member);
        return view.around(bucket, radius - index, radius + 1L + index - stretch.size());
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, edition.packing().maxScore());
        int bucket = buckets.size() - 1 - ranges.of(possible);
        var asked = buckets.get(bucket);
        return look(
                each -> each == asked ? each.aroundScore(possible, radius, me) : each.page(0, 0, me),
                view -> view.page(aroundScore(view, bucket, possible, radius)),
                page -> false);
    }

    private List<Entry> aroundScore(BucketView view, int bucket, long score, int radius) {
        var stretch = view.found(bucket);
        long above =
                stretch.stream().filter(entry -> isBefore(entry.score(), score)).count();
        return view.around(bucket, radius - above, radius + above - stretch.size());
    }

    /** Whether a score is before the place where another one would stand. */
    private boolean isBefore(long score, long other) {
        if (score == other) {
            return edition.packing().ties() != Ties.LAST;
        }
        return edition.packing().order() == Order.DESCENDING ? score > other : score < other;
    }

    @Override
    public Page among(Collection<String> members, @Nullable String me) {
        int asked = Set.copyOf(members).size();
        return look(
                bucket -> bucket.among(members, me),
                view -> view.page(view.found()),
                page -> page.entries().size() < asked);
    }

    @Override
    public @Nullable Entry of(String member) {
        return look(size(member), view -> view.page(List.of()), page -> page.mine() == null)
                .mine();
    }

    @Override
    public List<Share> percentiles(List<BigDecimal> percents) {
        return look(
                size(null),
                view -> percents.stream().map(percent -> share(view, percent)).toList(),
                shares -> false);
    }

    private static Share share(BucketView view, BigDecimal percent) {
        return view.entries(Share.of(view.total(), percent) - 1, 1).stream()
                .findFirst()
                .map(entry -> new Share(percent, entry.score(), entry.rank()))
                .orElseGet(() -> new Share(percent, null, null));
    }

    @Override
    public List<Long> counts(List<Range> ranges) {
        var found =
                buckets.reversed().stream().map(bucket -> bucket.counts(ranges)).toList();
        return IntStream.range(0, ranges.size())
                .mapToObj(range ->
                        found.stream().mapToLong(counts -> counts.get(range)).sum())
                .toList();
    }
}
