package io.streakboard.leaderboard.live.buckets;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.streakboard.leaderboard.board.Buckets;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.BoardRebuild;
import io.streakboard.leaderboard.live.Held;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.live.LiveStore;
import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.leaderboard.live.Source;
import io.streakboard.leaderboard.live.set.Batches;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * An edition in buckets, each of which has keys of its own: {@code streakboard:board:{board:7:0}:…} has the worst scores,
 * {@code streakboard:board:{board:7:1}:…} the next better.
 *
 * <p>No script reaches more than one bucket, so a member moves in steps: it is written to the new bucket, then it leaves
 * all others. It is in two buckets for a moment and never in none, and the steps may be repeated. If another bucket has
 * a newer score of it, what was written came late, and the member leaves the bucket of that again. One of two who write
 * at the same time always sees the other: each writes before it looks.
 */
final class BucketedEdition implements LiveStore {

    private final Edition edition;
    private final Buckets ranges;
    private final List<Bucket> buckets;
    private final Ranking ranking;

    /** @param buckets from the worst to the best */
    BucketedEdition(Edition edition, Buckets ranges, List<Bucket> buckets, Ranking ranking) {
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
        for (var batch : Batches.of(edition, scores)) {
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
        for (var batch : Batches.of(edition, scores)) {
            for (int i = 0; i < buckets.size(); i++) {
                buckets.get(i).take(of(i, batch));
            }
            leaveOthers(batch, false);
        }
    }

    /** What a bucket gets of some scores: its own, and of all buckets who is not ranked any more. */
    private List<Score> of(int bucket, List<Score> scores) {
        return scores.stream()
                .filter(score -> score.reachedAt() == null || ranges.of(score.score()) == bucket)
                .toList();
    }

    /** Has members leave all buckets but their own, or their own if another has a newer score. */
    private void leaveOthers(List<Score> scores, boolean built) {
        var moves = scores.stream()
                .filter(score -> score.reachedAt() != null)
                .map(score -> new Move(score.member(), score.corrections(), ranges.of(score.score())))
                .toList();
        var own = moves.stream().collect(toMap(Move::member, Function.identity()));
        var newest = new HashMap<String, Move>();
        for (int i = 0; i < buckets.size(); i++) {
            int here = i;
            var others = moves.stream().filter(move -> move.bucket() != here).toList();
            buckets.get(i).leave(others, built).stream()
                    .filter(found -> found.isNewerThan(requireNonNull(own.get(found.member()))))
                    .forEach(found -> newest.merge(found.member(), found, BinaryOperator.maxBy(Move.BY_AGE)));
        }
        for (int i = 0; i < buckets.size() && !newest.isEmpty(); i++) {
            int here = i;
            var late = moves.stream()
                    .filter(move -> move.bucket() == here && newest.containsKey(move.member()))
                    .map(move -> newest.get(move.member()))
                    .toList();
            buckets.get(i).leave(late, built);
        }
    }

    /** The buckets take the places of the old ones one after the other. */
    @Override
    public long rebuild(boolean sealed, Source source) {
        var begun = new ArrayList<BoardRebuild>();
        try {
            buckets.forEach(bucket -> begun.add(bucket.members().rebuild(sealed)));
            var batch = new ArrayList<Score>();
            source.forEach(score -> {
                batch.add(score);
                if (batch.size() == Batches.ofRebuild(edition)) {
                    add(begun, batch);
                }
            });
            add(begun, batch);
            return begun.stream().mapToLong(BoardRebuild::finish).sum();
        } finally {
            begun.forEach(BoardRebuild::close);
        }
    }

    /** All rebuilds go on with each batch, those that get nothing of it as well. */
    private void add(List<BoardRebuild> begun, List<Score> batch) {
        for (int i = 0; i < begun.size(); i++) {
            of(i, batch).forEach(begun.get(i)::add);
            begun.get(i).settle();
        }
        leaveOthers(batch, true);
        batch.clear();
    }

    @Override
    public void open() {
        buckets.forEach(bucket -> bucket.members().open());
    }

    @Override
    public boolean complete() {
        return each(LiveEdition::complete);
    }

    /** From the worst to the best: an older score of a member is in no better bucket as a rule. */
    @Override
    public void seal() {
        buckets.forEach(bucket -> bucket.members().seal());
    }

    @Override
    public boolean asSealed() {
        return each(LiveEdition::asSealed);
    }

    private boolean each(BiPredicate<LiveEdition, List<String>> holds) {
        var histories = buckets.getFirst().members().histories();
        return buckets.stream().allMatch(bucket -> holds.test(bucket.members(), histories));
    }

    /** Each bucket's version begins with the time, so the sum rises as well. */
    @Override
    public long version() {
        return buckets.stream().mapToLong(bucket -> bucket.members().version()).sum();
    }

    @Override
    public void clear() {
        buckets.forEach(bucket -> bucket.members().clear());
    }

    @Override
    public Held held(List<String> members) {
        var values = new HashMap<String, Long>();
        buckets.forEach(bucket -> bucket.members().held(members).values().forEach(values::putIfAbsent));
        return new Held(values, null, "");
    }

    @Override
    public long bytes() {
        return buckets.stream().mapToLong(bucket -> bucket.members().bytes()).sum();
    }

    @Override
    public List<Long> sizes() {
        return buckets.stream().map(bucket -> bucket.members().members()).toList();
    }
}
