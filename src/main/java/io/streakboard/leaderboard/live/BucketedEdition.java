package io.streakboard.leaderboard.live;

import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.Buckets;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An edition in buckets, each of which is an edition in a sorted set, with keys of its own: {@code
 * streakboard:board:{board:7:0}:…} has the worst scores, {@code streakboard:board:{board:7:1}:…} the next better.
 *
 * <p>No script reaches more than one bucket. A member that changes its bucket is written to the new one first, so it is in
 * both for a moment and never in none; the pieces of a score may be repeated until all are there, see {@link Buckets}.
 */
final class BucketedEdition implements LiveStore {

    /** A bucket that gets few scores must not look as if its rebuild stood still. */
    private static final int FLUSH_EVERY = 100_000;

    private final Edition edition;
    private final Buckets ranges;
    private final List<LiveEdition> buckets;
    private final Ranking ranking;

    /** @param buckets from the worst to the best */
    BucketedEdition(Edition edition, Buckets ranges, List<LiveEdition> buckets, Ranking ranking) {
        this.edition = edition;
        this.ranges = ranges;
        this.buckets = buckets;
        this.ranking = ranking;
    }

    @Override
    public Edition edition() {
        return edition;
    }

    /** What others write at the same moment may show in the ranks as well. */
    @Override
    public List<RankChange> write(List<Score> scores) {
        var changes = new ArrayList<RankChange>(scores.size());
        for (var batch : LiveEdition.batches(scores)) {
            var members = batch.stream().map(Score::member).toList();
            var before = ranks(members);
            update(batch);
            var after = ranks(members);
            members.forEach(member -> changes.add(new RankChange(before.get(member), after.get(member))));
        }
        return changes;
    }

    private Map<String, Long> ranks(List<String> members) {
        return ranking.among(members, null).entries().stream().collect(toMap(Entry::member, Entry::rank));
    }

    @Override
    public void update(List<Score> scores) {
        forEachBucket(scores, true);
        forEachBucket(scores, false);
    }

    private void forEachBucket(List<Score> scores, boolean ranked) {
        for (int i = 0; i < buckets.size(); i++) {
            var pieces = new ArrayList<Score>();
            for (var score : scores) {
                var piece = ranges.piece(i, score);
                if (piece != null && (piece.reachedAt() != null) == ranked) {
                    pieces.add(piece);
                }
            }
            buckets.get(i).update(pieces);
        }
    }

    /** The buckets take the places of the old ones one after the other. */
    @Override
    public long rebuild(boolean sealed, Source source) {
        var begun = new ArrayList<BoardRebuild>();
        try {
            buckets.forEach(bucket -> begun.add(bucket.rebuild(sealed)));
            source.forEach(new Distribution(begun)::add);
            return begun.stream().mapToLong(BoardRebuild::finish).sum();
        } finally {
            begun.forEach(BoardRebuild::close);
        }
    }

    private class Distribution {

        private final List<BoardRebuild> rebuilds;
        private int added;

        Distribution(List<BoardRebuild> rebuilds) {
            this.rebuilds = rebuilds;
        }

        void add(Score score) {
            for (int i = 0; i < rebuilds.size(); i++) {
                var piece = ranges.piece(i, score);
                if (piece != null) {
                    rebuilds.get(i).add(piece);
                }
            }
            added++;
            if (added % FLUSH_EVERY == 0) {
                rebuilds.forEach(BoardRebuild::flush);
            }
        }
    }

    @Override
    public void open() {
        buckets.forEach(LiveEdition::open);
    }

    @Override
    public boolean complete() {
        return buckets.stream().allMatch(LiveEdition::complete);
    }

    /** Each bucket's version begins with the time, so the sum rises as well. */
    @Override
    public long version() {
        return buckets.stream().mapToLong(LiveEdition::version).sum();
    }

    @Override
    public void clear() {
        buckets.forEach(LiveEdition::clear);
    }

    @Override
    public Held held(List<String> members) {
        var values = new HashMap<String, Long>();
        buckets.forEach(bucket -> bucket.held(members).values().forEach(values::putIfAbsent));
        return new Held(values, null, "");
    }

    @Override
    public Extent extent() {
        var extents = buckets.stream().map(LiveEdition::extent).toList();
        return new Extent(
                extents.stream().mapToLong(Extent::members).sum(),
                extents.stream().mapToLong(Extent::bytes).sum());
    }

    @Override
    public long members() {
        return buckets.stream().mapToLong(LiveEdition::members).sum();
    }
}
