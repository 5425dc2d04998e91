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
     * @param buckets from the best to the worst
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
        return BucketView.look(
                buckets,
                edition.ranks(),
                bucket -> bucket.page(0, 0, me),
                view -> shown(view, view.entries(0, size + 1L), size),
                shown -> false);
    }

    @Override
    public Optional<Shown> read(String cursor, int size, @Nullable String me) {
        return PageStart.of(cursor) instanceof PageStart.Below below
                ? Optional.of(below(bucket(below), cursor, size, me))
                : Optional.empty();
    }

    private int bucket(PageStart.Below place) {
        var packing = edition.packing();
        return buckets.size() - 1 - ranges.of(packing.score(packing.packed(Double.parseDouble(place.value()))));
    }

    /** The rest of a bucket and the buckets after it. */
    private Shown below(int bucket, String cursor, int size, @Nullable String me) {
        var first = buckets.get(bucket);
        return BucketView.look(
                buckets,
                edition.ranks(),
                each -> each == first
                        ? pages.get(bucket)
                                .read(cursor, size + 1, me)
                                .orElseThrow()
                                .page()
                        : each.page(0, 0, me),
                view -> shown(
                        view,
                        view.around(bucket, 0, size + 1L - view.found(bucket).size()),
                        size),
                shown -> false);
    }

    /** @param entries one more than are shown if there is a next page */
    private Shown shown(BucketView view, List<Entry> entries, int size) {
        boolean more = entries.size() > size;
        var shown = more ? entries.subList(0, size) : entries;
        return new Shown(view.page(shown), more ? place(shown.getLast()) : null);
    }

    private String place(Entry last) {
        var packing = edition.packing();
        long packed = packing.pack(new Score(last.member(), last.score(), last.reachedAt(), 0, null));
        return new PageStart.Below(packing.text(packed), edition.written(last.member())).text();
    }
}
