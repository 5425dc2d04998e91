package io.streakboard.leaderboard.live.buckets;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.BoardRebuild;
import io.streakboard.leaderboard.live.BucketMove;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.live.LiveStore;
import io.streakboard.leaderboard.live.LiveValues;
import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.live.ScoreSource;
import io.streakboard.leaderboard.live.Sent;
import io.streakboard.leaderboard.live.set.Batches;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;

/**
 * An edition in buckets, each of which has keys of its own: {@code streakboard:board:{board:7:0}:…} has the worst
 * scores, {@code streakboard:board:{board:7:1}:…} the next better.
 *
 * <p>No script reaches more than one bucket, so a member moves in steps: it is written to the new bucket, then all are
 * asked who has it, and it leaves all others. It is in two buckets for a moment and never in none, and the steps may be
 * repeated. If another bucket has a newer score, the written one came late, and the member leaves its bucket again. Of
 * two concurrent writers at least one sees the other, because each writes before it looks.
 */
final class BucketedEdition implements LiveStore {

    /** Members after which all buckets settle: the rebuild of a bucket without new members would end as stalled. */
    private static final int SETTLE_INTERVAL = 32 * Batches.PLAIN;

    private final Edition edition;
    private final List<LiveEdition> buckets;
    private final Ranking ranking;
    private final Looks looks;
    private volatile long seen;

    /** @param buckets from the worst to the best */
    BucketedEdition(Edition edition, List<LiveEdition> buckets, Ranking ranking, Looks looks) {
        this.edition = edition;
        this.buckets = buckets;
        this.ranking = ranking;
        this.looks = looks;
    }

    @Override
    public Edition edition() {
        return edition;
    }

    /** Not isolated from concurrent writes. */
    @Override
    public List<RankChange> write(List<Score> scores) {
        var changes = new ArrayList<RankChange>(scores.size());
        looks.outdate(); // else the change would tell of other writers, too
        for (var batch : Batches.of(edition, scores)) {
            var members = batch.stream().map(Score::member).toList();
            var before = ranks(members);
            update(batch);
            var after = ranks(members);
            members.forEach(member -> changes.add(new RankChange(before.get(member), after.get(member))));
        }
        return changes;
    }

    /** None while members are missing: ranks would be wrong. */
    private Map<String, Long> ranks(List<String> members) {
        var page = ranking.among(members, null);
        return page.degraded() ? Map.of() : page.entries().stream().collect(toMap(Entry::member, Entry::rank));
    }

    @Override
    public void update(List<Score> scores) {
        for (var batch : Batches.of(edition, scores)) {
            var parts = divided(batch);
            for (int i = 0; i < buckets.size(); i++) {
                buckets.get(i).update(parts.get(i));
            }
            settle(
                    batch.stream()
                            .filter(score -> score.reachedAt() != null)
                            .map(score -> new BucketMove(
                                    score.member(),
                                    score.corrections(),
                                    edition.board().bucket(score.score())))
                            .toList(),
                    false);
            looks.outdate();
        }
    }

    private List<List<Score>> divided(List<Score> scores) {
        var parts =
                buckets.stream().<List<Score>>map(bucket -> new ArrayList<>()).toList();
        scores.forEach(score -> concerned(parts, score).forEach(part -> part.add(score)));
        return parts;
    }

    /** An unranked member concerns all buckets, any other score one. */
    private <T> List<T> concerned(List<T> parts, Score score) {
        return score.reachedAt() == null
                ? parts
                : List.of(parts.get(edition.board().bucket(score.score())));
    }

    /**
     * Removes members from all buckets except the one of their newest score.
     *
     * @param built whether to look only at rebuilt sets
     */
    private void settle(Collection<BucketMove> written, boolean built) {
        for (var moves = written; !moves.isEmpty(); ) {
            var found = looks.holders(moves.stream().map(BucketMove::member).toList());
            var newer = new HashMap<String, BucketMove>();
            for (int i = 0; i < buckets.size(); i++) {
                int bucket = i;
                var others = moves.stream()
                        .filter(move -> move.bucket() != bucket
                                && requireNonNull(found.get(move.member())).contains(bucket))
                        .toList();
                buckets.get(i)
                        .leave(i, others, built)
                        .forEach(move -> newer.merge(move.member(), move, BinaryOperator.maxBy(BucketMove.BY_AGE)));
            }
            moves = newer.values();
        }
    }

    /**
     * The buckets replace the old ones one after the other. A score read before its member moved may arrive in the
     * former bucket later, so only members written meanwhile can be in two.
     */
    @Override
    public long rebuild(boolean sealed, ScoreSource source) {
        var begun = new ArrayList<BoardRebuild>();
        var inFlight = new ArrayDeque<Sent<Long>>();
        try {
            buckets.forEach(bucket -> begun.add(bucket.rebuild(sealed, inFlight)));
            var added = new AtomicLong();
            source.forEach(score -> {
                concerned(begun, score).forEach(part -> part.add(score));
                if (added.incrementAndGet() % SETTLE_INTERVAL == 0) {
                    begun.forEach(BoardRebuild::settle); // buckets with few scores stay alive
                }
            });
            begun.forEach(BoardRebuild::settle);
            for (int i = 0; i < begun.size(); i++) {
                settleWritten(begun.get(i), i);
            }
            return begun.stream().mapToLong(BoardRebuild::finish).sum();
        } finally {
            begun.forEach(BoardRebuild::close);
            looks.outdate();
        }
    }

    private void settleWritten(BoardRebuild rebuild, int bucket) {
        for (var members = rebuild.takeWritten(); !members.isEmpty(); members = rebuild.takeWritten()) {
            settle(
                    members.stream()
                            .map(member -> new BucketMove(member, BucketMove.UNKNOWN, bucket))
                            .toList(),
                    true);
        }
    }

    @Override
    public void open() {
        buckets.forEach(LiveEdition::open);
        looks.outdate();
    }

    @Override
    public boolean complete(List<String> replicationIds) {
        return buckets.stream().allMatch(bucket -> bucket.complete(replicationIds));
    }

    @Override
    public List<String> replicationIds() {
        return buckets.getFirst().replicationIds();
    }

    /** From the worst to the best: an older score of a member is in no better bucket as a rule. */
    @Override
    public void seal() {
        buckets.forEach(LiveEdition::seal);
    }

    @Override
    public boolean asSealed() {
        var replicationIds = replicationIds();
        return buckets.stream().allMatch(bucket -> bucket.asSealed(replicationIds));
    }

    /**
     * Each bucket's version begins with the time, so the sum rises as well. Readers after a new version see no older
     * numbers.
     */
    @Override
    public long version() {
        long version = buckets.stream().mapToLong(LiveEdition::version).sum();
        if (version != seen) {
            seen = version;
            looks.outdate();
        }
        return version;
    }

    @Override
    public void clear() {
        buckets.forEach(LiveEdition::clear);
        looks.outdate();
    }

    /** A member is in the bucket of its score as a rule, so the other buckets are read only for missing members. */
    @Override
    public LiveValues values(List<Score> expected) {
        var values = looks.values(divided(expected));
        var others = expected.stream()
                .filter(score -> !values.containsKey(score.member()))
                .toList();
        if (!others.isEmpty()) {
            values.putAll(looks.values(Collections.nCopies(buckets.size(), others)));
        }
        return new LiveValues(values, null, "");
    }

    @Override
    public long bytes() {
        return buckets.stream().mapToLong(LiveEdition::bytes).sum();
    }

    @Override
    public List<Long> sizes() {
        return buckets.stream().map(LiveEdition::members).toList();
    }
}
