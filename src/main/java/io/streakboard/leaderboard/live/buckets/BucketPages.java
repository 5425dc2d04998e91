package io.streakboard.leaderboard.live.buckets;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.LivePages;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.set.PageCursor;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pages over buckets. There is no snapshot of several buckets: each page begins below the last member of the previous
 * page.
 */
final class BucketPages implements LivePages {

    private final Edition edition;
    private final BucketedRanking ranking;
    private final List<LivePages> buckets;

    /** @param buckets from the worst to the best */
    BucketPages(Edition edition, BucketedRanking ranking, List<LivePages> buckets) {
        this.edition = edition;
        this.ranking = ranking;
        this.buckets = buckets;
    }

    @Override
    public Shown begin(int size, @Nullable String me) {
        return shown(ranking.page(0, size + 1, me), size);
    }

    @Override
    public Optional<Shown> read(String cursor, int size, @Nullable String me) {
        return PageCursor.of(cursor) instanceof PageCursor.Keyset place
                ? Optional.of(shown(below(place, cursor, size + 1, me), size))
                : Optional.empty();
    }

    private Page below(PageCursor.Keyset place, String cursor, int size, @Nullable String me) {
        var packing = edition.packing();
        int bucket = edition.board().bucket(packing.score(packing.packed(Double.parseDouble(place.value()))));
        return ranking.from(
                bucket,
                () -> buckets.get(bucket).read(cursor, size, null).orElseThrow().page(),
                size,
                me);
    }

    /** @param read has one entry more than is shown if there is a next page */
    private Shown shown(Page read, int size) {
        if (read.entries().size() <= size) {
            return new Shown(read, null);
        }
        var shown = read.entries().subList(0, size);
        return new Shown(new Page(read.total(), shown, read.mine(), read.degraded()), place(shown.getLast()));
    }

    private String place(Entry last) {
        var packing = edition.packing();
        long packed = packing.pack(new Score(last.member(), last.score(), last.reachedAt(), 0, null));
        return new PageCursor.Keyset(packing.text(packed), edition.written(last.member())).text();
    }
}
