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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an edition in buckets: a rank is the members of all better buckets and the rank inside. Each bucket is asked
 * for its size, then the buckets with the answer are read one after the other. Changes in between may shift a rank by
 * their number; no member is on a page twice.
 */
final class BucketedRanking implements Ranking {

    private final Edition edition;
    private final Buckets ranges;
    private final List<Ranking> buckets;

    /** @param buckets from the best to the worst; they do not compare ranks */
    BucketedRanking(Edition edition, Buckets ranges, List<Ranking> buckets) {
        this.edition = edition;
        this.ranges = ranges;
        this.buckets = buckets;
    }

    private BucketView view(@Nullable String me) {
        return BucketView.of(buckets, edition.ranks(), me);
    }

    @Override
    public Page page(long offset, int size, @Nullable String me) {
        var view = view(me);
        return view.page(view.entries(offset, size));
    }

    @Override
    public Page around(String member, int radius, @Nullable String me) {
        var view = view(member);
        int bucket = view.mine();
        var asked = member.equals(me) ? view : view(me);
        if (bucket < 0) {
            return asked.page(List.of());
        }
        var stretch = buckets.get(bucket).around(member, radius, null).entries();
        int index = Math.max(stretch.stream().map(Entry::member).toList().indexOf(member), 0);
        return asked.page(view.around(bucket, stretch, radius - index, radius + 1L + index - stretch.size()));
    }

    @Override
    public Page aroundScore(long score, int radius, @Nullable String me) {
        long possible = Math.clamp(score, 0, edition.packing().maxScore());
        int bucket = buckets.size() - 1 - ranges.of(possible);
        var stretch = buckets.get(bucket).aroundScore(possible, radius, null).entries();
        long above = stretch.stream()
                .filter(entry -> isBefore(entry.score(), possible))
                .count();
        var view = view(me);
        return view.page(view.around(bucket, stretch, radius - above, radius + above - stretch.size()));
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
        var found = buckets.stream().map(bucket -> bucket.among(members, me)).toList();
        var view = new BucketView(buckets, found, edition.ranks());
        return view.page(view.found());
    }

    @Override
    public @Nullable Entry of(String member) {
        return view(member).page(List.of()).mine();
    }

    @Override
    public List<Share> percentiles(List<BigDecimal> percents) {
        var view = view(null);
        return percents.stream().map(percent -> share(view, percent)).toList();
    }

    private static Share share(BucketView view, BigDecimal percent) {
        return view.entries(Share.of(view.total(), percent) - 1, 1).stream()
                .findFirst()
                .map(entry -> new Share(percent, entry.score(), entry.rank()))
                .orElseGet(() -> new Share(percent, null, null));
    }

    @Override
    public List<Long> counts(List<Range> ranges) {
        var found = buckets.stream().map(bucket -> bucket.counts(ranges)).toList();
        return IntStream.range(0, ranges.size())
                .mapToObj(range ->
                        found.stream().mapToLong(counts -> counts.get(range)).sum())
                .toList();
    }
}
