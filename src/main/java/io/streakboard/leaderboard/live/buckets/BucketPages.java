package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.Buckets;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.set.PageStart;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pages over buckets. There is no snapshot of several buckets: each page begins below the last member of the other. */
final class BucketPages implements LivePages {

    private final Edition edition;
    private final Buckets ranges;
    private final List<Ranking> buckets;
    private final List<LivePages> pages;

    /**
     * @param buckets from the best to the worst; they do not compare ranks
     * @param pages of these buckets
     */
    BucketPages(Edition edition, Buckets ranges, List<Ranking> buckets, List<LivePages> pages) {
        this.edition = edition;
        this.ranges = ranges;
        this.buckets = buckets;
        this.pages = pages;
    }

    @Override
    public Shown begin(int size, @Nullable String me) {
        var view = BucketView.of(buckets, edition.ranks(), me);
        var entries = view.entries(0, size);
        return shown(view, entries, view.total() > size);
    }

    @Override
    public Optional<Shown> read(String cursor, int size, @Nullable String me) {
        return PageStart.of(cursor) instanceof PageStart.Below below
                ? pages.get(bucket(below)).read(cursor, size, null).map(first -> below(bucket(below), first, size, me))
                : Optional.empty();
    }

    private int bucket(PageStart.Below place) {
        var packing = edition.packing();
        return buckets.size() - 1 - ranges.of(packing.score(packing.packed(Double.parseDouble(place.value()))));
    }

    /** The rest of a bucket and the buckets after it. */
    private Shown below(int bucket, Shown first, int size, @Nullable String me) {
        var view = BucketView.of(buckets, edition.ranks(), me);
        var entries = view.around(
                bucket, first.page().entries(), 0, size - first.page().entries().size());
        long further = view.total() - view.end(bucket);
        return shown(
                view,
                entries,
                first.next() != null || further > size - first.page().entries().size());
    }

    private Shown shown(BucketView view, List<Entry> entries, boolean more) {
        return new Shown(view.page(entries), more && !entries.isEmpty() ? place(entries.getLast()) : null);
    }

    private String place(Entry last) {
        var packing = edition.packing();
        long packed = packing.pack(new Score(last.member(), last.score(), last.reachedAt(), 0, null));
        return new PageStart.Below(packing.text(packed), edition.written(last.member())).text();
    }
}
