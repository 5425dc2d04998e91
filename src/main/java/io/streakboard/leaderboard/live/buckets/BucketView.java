package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Buckets as one ranking, from the best to the worst: how many members each had when it was looked at, and so where the
 * next begins. A member that moves to another bucket meanwhile may be found in both; the better place is shown.
 */
final class BucketView {

    private static final int MOST_LOOKS = 3;

    private final List<Ranking> buckets;
    private final List<Page> found;
    private final long[] firstIndex;
    private final long[] ranksBefore;
    private boolean torn;

    /**
     * Asks the worst bucket first: a member that goes up is written to the better bucket before it leaves the worse
     * one, so one of the answers has it.
     *
     * @param question answered with a page of a bucket
     */
    private BucketView(List<Ranking> buckets, RankStyle style, Function<Ranking, Page> question) {
        this.buckets = buckets;
        this.found = buckets.reversed().stream().map(question).toList().reversed();
        this.firstIndex = new long[buckets.size() + 1];
        this.ranksBefore = new long[buckets.size()];
        for (int i = 0; i < buckets.size(); i++) {
            firstIndex[i + 1] = firstIndex[i] + found.get(i).total();
            if (i > 0) {
                ranksBefore[i] = style == RankStyle.DENSE ? ranksBefore[i - 1] + lastRank(i - 1) : firstIndex[i];
            }
        }
    }

    /**
     * Looks at all buckets and reads from them: again if members have crossed a bound in between and so torn a hole,
     * and once more if a member was not found, who may have gone down.
     *
     * @param missed whether what was read lacks a member
     */
    static <T> T look(
            List<Ranking> buckets,
            RankStyle style,
            Function<Ranking, Page> question,
            Function<BucketView, T> reading,
            Predicate<T> missed) {
        for (int looks = 1; ; looks++) {
            var view = new BucketView(buckets, style, question);
            var read = reading.apply(view);
            if (looks == MOST_LOOKS || !view.torn && (looks > 1 || !missed.test(read))) {
                return read;
            }
        }
    }

    private long lastRank(int bucket) {
        long members = found.get(bucket).total();
        if (members == 0) {
            return 0;
        }
        var last = buckets.get(bucket).page(members - 1, 1, null).entries();
        torn |= last.isEmpty();
        return last.isEmpty() ? members : last.getFirst().rank();
    }

    long total() {
        return firstIndex[buckets.size()];
    }

    /** What was found in a bucket, ranked there. */
    List<Entry> found(int bucket) {
        return found.get(bucket).entries();
    }

    /** The best bucket whose answer is meant; -1 if there is none. */
    int best(Predicate<Page> meant) {
        for (int i = 0; i < found.size(); i++) {
            if (meant.test(found.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The entries that were found in all buckets. */
    List<Entry> found() {
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < found.size(); i++) {
            entries.addAll(ranked(i, found.get(i).entries()));
        }
        return once(entries);
    }

    private List<Entry> ranked(int bucket, List<Entry> entries) {
        return entries.stream().map(entry -> ranked(bucket, entry)).toList();
    }

    private Entry ranked(int bucket, Entry entry) {
        return new Entry(
                ranksBefore[bucket] + entry.rank(),
                entry.member(),
                entry.score(),
                entry.reachedAt(),
                entry.extra(),
                entry.movement());
    }

    /** @param offset may be below 0: then there are fewer entries */
    List<Entry> entries(long offset, long size) {
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < buckets.size(); i++) {
            long first = Math.max(offset, firstIndex[i]);
            long end = Math.min(offset + size, firstIndex[i + 1]);
            if (first < end) {
                var page = buckets.get(i).page(first - firstIndex[i], (int) (end - first), null);
                entries.addAll(ranked(i, page.entries()));
                torn |= page.entries().size() < end - first;
            }
        }
        return once(entries);
    }

    /** What was found in a bucket with so many entries above and below it, from other buckets. */
    List<Entry> around(int bucket, long above, long below) {
        var entries = new ArrayList<>(entries(firstIndex[bucket] - above, above));
        entries.addAll(ranked(bucket, found(bucket)));
        entries.addAll(entries(firstIndex[bucket + 1], below));
        return once(entries);
    }

    private List<Entry> once(List<Entry> entries) {
        var members = new HashSet<String>();
        var once = entries.stream().filter(entry -> members.add(entry.member())).toList();
        torn |= once.size() < entries.size();
        return once;
    }

    Page page(List<Entry> entries) {
        int bucket = best(page -> page.mine() != null);
        var mine = bucket < 0 ? null : found.get(bucket).mine();
        return new Page(
                total(),
                entries,
                mine == null ? null : ranked(bucket, mine),
                found.stream().anyMatch(Page::degraded));
    }
}
