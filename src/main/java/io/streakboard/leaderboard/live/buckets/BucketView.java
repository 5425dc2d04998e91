package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Buckets as one ranking, from the best to the worst: how many members each had when it was looked at, and so where the
 * next begins. A member that moves to a worse bucket meanwhile may be found in both; the better place is shown.
 */
final class BucketView {

    private final List<? extends Ranking> buckets;
    private final List<Page> found;
    private final long[] firstIndex;
    private final long[] ranksBefore;

    /** @param found a page of each bucket */
    BucketView(List<? extends Ranking> buckets, List<Page> found, RankStyle style) {
        this.buckets = buckets;
        this.found = found;
        this.firstIndex = new long[buckets.size() + 1];
        this.ranksBefore = new long[buckets.size()];
        for (int i = 0; i < buckets.size(); i++) {
            firstIndex[i + 1] = firstIndex[i] + found.get(i).total();
            if (i > 0) {
                ranksBefore[i] = style == RankStyle.DENSE ? ranksBefore[i - 1] + lastRank(i - 1) : firstIndex[i];
            }
        }
    }

    /** Looks at all buckets. */
    static BucketView of(List<? extends Ranking> buckets, RankStyle style, @Nullable String me) {
        return new BucketView(
                buckets, buckets.stream().map(bucket -> bucket.page(0, 0, me)).toList(), style);
    }

    private long lastRank(int bucket) {
        long members = found.get(bucket).total();
        var last = members == 0
                ? List.<Entry>of()
                : buckets.get(bucket).page(members - 1, 1, null).entries();
        return last.isEmpty() ? 0 : last.getFirst().rank();
    }

    long total() {
        return firstIndex[buckets.size()];
    }

    /** How many members there are from the best to the last of a bucket. */
    long end(int bucket) {
        return firstIndex[bucket + 1];
    }

    /** The bucket of the member who was asked for; -1 if there is none. */
    int mine() {
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).mine() != null) {
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

    /** Entries of a bucket as they are ranked over all. */
    List<Entry> ranked(int bucket, List<Entry> entries) {
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
            }
        }
        return once(entries);
    }

    /** A stretch of a bucket with so many entries above and below it, from other buckets. */
    List<Entry> around(int bucket, List<Entry> stretch, long above, long below) {
        var entries = new ArrayList<>(entries(firstIndex[bucket] - above, above));
        entries.addAll(ranked(bucket, stretch));
        entries.addAll(entries(firstIndex[bucket + 1], below));
        return once(entries);
    }

    private static List<Entry> once(List<Entry> entries) {
        var members = new HashSet<String>();
        return entries.stream().filter(entry -> members.add(entry.member())).toList();
    }

    Page page(List<Entry> entries) {
        int bucket = mine();
        var mine = bucket < 0 ? null : found.get(bucket).mine();
        return new Page(
                total(),
                entries,
                mine == null ? null : ranked(bucket, mine),
                found.stream().anyMatch(Page::degraded));
    }
}
