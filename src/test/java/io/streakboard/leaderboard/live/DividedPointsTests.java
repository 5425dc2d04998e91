package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.live.buckets.BucketedEditions;
import io.streakboard.leaderboard.live.set.BoardKeys;
import io.streakboard.support.TestRedis;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The points board of a season in buckets: how it is sealed, read by ranks, and kept in one way at a time. */
class DividedPointsTests {

    private static final AtomicLong SEASONS = new AtomicLong(3_000_000);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T05:00:00Z"), ZoneOffset.UTC);
    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");
    private static final List<Long> BOUNDS = List.of(9L, 99L);

    @RegisterExtension
    private static final TestRedis SERVER = TestRedis.shared();

    private final StringRedisTemplate redis = SERVER.template();
    private final SortedSets sets = new SortedSets(redis, CLOCK);
    private final LiveBoards boards =
            new LiveBoards(redis, CLOCK, sets, new BucketedEditions(sets, SERVER.pipeline()), SERVER.pipeline());

    static List<Long> seeds() {
        return RankingContract.seeds();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void pagesOverPartsAreTheScoresInTheirOrder(long seed) {
        var random = new Random(seed);
        var bounds = new TreeSet<Long>();
        random.longs(random.nextInt(6), 0, 60).forEach(bounds::add);
        var edition = edition(List.copyOf(bounds));
        var scores = LongStream.rangeClosed(1, random.nextInt(300))
                .mapToObj(learner -> score(learner, 1 + random.nextInt(60), random.nextInt(100)))
                .toList();
        boards.of(edition).update(scores);
        var expected = scores.stream()
                .sorted(Comparator.comparingLong(Score::score)
                        .reversed()
                        .thenComparing(score -> Objects.requireNonNull(score.reachedAt()))
                        .thenComparing(Score::learner, edition.tiebreaker().order()))
                .map(Score::member)
                .toList();

        var set = FrozenRanking.board(redis, edition.parts());
        FrozenRanking.take(redis, edition.parts(), 7);
        var copy = FrozenRanking.copy(redis, edition.parts(), 7);

        assertThat(set.members()).isEqualTo(scores.size());
        assertThat(set.sizes()).hasSize(bounds.size() + 1);
        int size = 1 + random.nextInt(50);
        for (var each : List.of(set, copy)) {
            var read = new ArrayList<Standing>();
            for (long first = 1; first <= scores.size(); first += size) {
                read.addAll(each.ranks(first, size));
            }
            assertThat(read)
                    .extracting(standing -> Long.toString(standing.learner()))
                    .isEqualTo(expected);
            assertThat(read)
                    .extracting(Standing::rank)
                    .isEqualTo(LongStream.rangeClosed(1, scores.size()).boxed().toList());
        }
        assertThat(redis.keys("*{" + edition.tag() + "*rehearsal*")).allMatch(key -> redis.getExpire(key) > 0);
        FrozenRanking.remove(redis, edition.parts(), 7);
        assertThat(redis.keys("*{" + edition.tag() + "*rehearsal*")).isEmpty();
    }

    /** All scores arrive before the seal; deliveries while the buckets are sealed one by one are late or repeated. */
    @ParameterizedTest
    @MethodSource("seeds")
    void lateDeliveriesDuringTheSealLoseNoMember(long seed) throws InterruptedException {
        var random = new Random(seed);
        var edition = edition(List.of(5L, 10L, 20L, 40L));
        var live = boards.of(edition);
        live.open();
        var history = new ArrayList<Score>();
        var newest = new HashMap<String, Score>();
        for (int i = 0; i < 200; i++) {
            var learner = 1 + random.nextInt(10);
            var before = newest.get(Long.toString(learner));
            boolean corrected = before != null && random.nextInt(5) == 0;
            long points =
                    before == null || corrected ? 1 + random.nextInt(30) : before.score() + 1 + random.nextInt(15);
            var score = Score.ofLearner(
                    learner,
                    points,
                    START.plusSeconds(i),
                    (before == null ? 0 : before.corrections()) + (corrected ? 1 : 0));
            history.add(score);
            newest.put(score.member(), score);
        }
        live.update(history);
        var under = new CountDownLatch(3);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 3; i++) {
            var late = new ArrayList<>(history);
            Collections.shuffle(late, random);
            threads.add(Thread.ofVirtual().start(() -> {
                under.countDown();
                late.forEach(score -> live.update(List.of(score)));
            }));
        }
        under.await();
        live.seal();
        var sealed = found(edition);
        for (var thread : threads) {
            thread.join();
        }

        assertThat(found(edition)).isEqualTo(sealed);
        assertThat(live.asSealed()).isTrue();
        var packing = edition.packing();
        newest.forEach((member, score) -> assertThat(sealed)
                .contains(new Standing(
                        0, Long.parseLong(member), score.score(), packing.reachedAt(packing.pack(score)))));

        live.rebuild(true, newest.values()::forEach); // so does the second step if somebody is there twice
        assertThat(live.asSealed()).isFalse();
        live.seal();
        assertThat(live.asSealed()).isTrue();
        assertThat(live.members()).isEqualTo(newest.size());
        assertThat(EditionComparison.of(live, newest.values()::forEach).none()).isTrue();
    }

    @Test
    void aBoardThatIsSealedInPartTakesNoOlderScoreForANewerOne() {
        var edition = edition(BOUNDS);
        var live = boards.of(edition);
        live.update(List.of(score(1, 5, 0), score(1, 500, 1)));
        boards.of(edition.bucket(2)).seal(); // its instance dies then

        live.update(List.of(score(1, 5, 0)));

        assertThat(FrozenRanking.board(redis, edition.parts()).sizes()).containsExactly(1L, 0L, 0L);
        live.seal();
        live.update(List.of(score(1, 1_000, 2), score(2, 50, 3)));
        assertThat(FrozenRanking.board(redis, edition.parts()).sizes()).containsExactly(1L, 0L, 0L);
    }

    @Test
    void aPartThatIsLostOrRebuiltBreaksTheSeal() {
        var edition = edition(BOUNDS);
        var live = boards.of(edition);
        live.open();
        live.update(List.of(score(1, 5, 0), score(2, 500, 1)));
        assertThat(live.asSealed()).isFalse();
        boards.of(edition.bucket(0)).seal();
        assertThat(live.asSealed()).isFalse();
        live.seal();
        assertThat(live.asSealed()).isTrue();

        redis.unlink(Objects.requireNonNull(redis.keys("*{" + edition.tag() + ":1}*")));
        assertThat(live.asSealed()).isFalse();
        assertThat(live.complete()).isFalse();

        live.rebuild(true, List.of(score(1, 5, 0), score(2, 500, 1))::forEach);
        assertThat(live.complete()).isTrue();
        assertThat(live.asSealed()).isFalse();

        live.seal();
        live.rebuild(false, List.of(score(1, 5, 0))::forEach); // by one that has not heard of the seal
        assertThat(live.asSealed()).isFalse();
    }

    @Test
    void contentOfOtherBucketsIsIgnoredAndExpiresAfterADay() {
        var undivided = edition(List.of());
        var few = in(undivided, BOUNDS);
        var many = in(undivided, List.of(9L, 99L, 999L));
        keep(undivided);

        keep(few);
        assertThat(boards.of(undivided).complete()).isFalse();
        assertThat(boards.ranking(undivided).page(0, 1, null).entries()).hasSize(1);
        keep(many);
        keep(undivided);
        assertThat(Stream.of(few, many).map(boards::of).anyMatch(LiveStore::complete))
                .isFalse();
        assertThat(boards.of(undivided).complete()).isTrue();

        assertThat(expiring(undivided)).isSubsetOf(new BoardKeys(undivided).version());
        assertThat(expiring(few.bucket(0))).contains(new BoardKeys(few.bucket(0)).live());
        assertThat(expiring(many.bucket(0))).contains(new BoardKeys(many.bucket(0)).live());

        keep(many);
        assertThat(expiring(many.bucket(0))).isSubsetOf(new BoardKeys(many.bucket(0)).version());
        boards.clear(many);
        assertThat(redis.keys("*{" + undivided.tag() + "*"))
                .allMatch(key -> redis.getExpire(key) > 0)
                .noneMatch(key -> key.startsWith("streakboard:board:{" + undivided.tag() + "}:"));
    }

    /** All instances were started with other buckets when the season was settled, and its board not removed yet. */
    @Test
    void contentOfOtherBucketsIsRemovedWithTheBoard() {
        for (var bounds : List.of(List.of(9L, 99L, 999L), List.of(50L), List.<Long>of())) {
            var few = edition(BOUNDS);
            keep(few);
            boards.of(few).seal();

            boards.clear(in(few, bounds));

            assertThat(redis.keys("*{" + few.tag() + "[:}]*"))
                    .hasSize(3)
                    .allMatch(key -> key.endsWith(":sealed") && redis.getExpire(key) > 0);
        }
    }

    /** A rebuild that was begun with some buckets died, and all instances were started with others. */
    @Test
    void anUnfinishedRebuildInOtherBucketsExpiresAfterADay() {
        var few = edition(BOUNDS);
        boards.note(few);
        var dead = sets.of(few.bucket(0)).rebuild(false);
        dead.add(score(1, 5, 0));
        dead.settle();
        var living = sets.of(few.bucket(1)).rebuild(false);
        living.add(score(2, 50, 0));
        living.settle();

        boards.note(in(few, List.of(50L)));

        assertThat(redis.getExpire(new BoardKeys(few.bucket(0)).built().getFirst()))
                .isPositive();
        living.finish();
        assertThat(redis.getExpire(new BoardKeys(few.bucket(1)).live())).isEqualTo(-1);
    }

    /** A board that was kept without buckets by a version that noted nothing. */
    @Test
    void aBoardWithoutStoredLayoutIsIncompleteOnceItIsDivided() {
        var undivided = edition(List.of());
        boards.of(undivided).rebuild(false, List.of(score(1, 5, 0))::forEach);
        assertThat(boards.of(undivided).complete()).isTrue();

        keep(in(undivided, BOUNDS));

        assertThat(boards.of(undivided).complete()).isFalse();
        assertThat(Duration.ofSeconds(redis.getExpire(new BoardKeys(undivided).live())))
                .isLessThanOrEqualTo(Duration.ofDays(1))
                .isPositive();
    }

    private void keep(Edition edition) {
        boards.note(edition);
        boards.of(edition).rebuild(false, List.of(score(1, 5, 0))::forEach);
        boards.note(edition);
    }

    private List<String> expiring(Edition edition) {
        var keys = new BoardKeys(edition);
        return Stream.concat(keys.everything().stream(), Stream.of(keys.marks()))
                .filter(key -> redis.getExpire(key) > 0)
                .toList();
    }

    /** The members and their scores, in no order and without ranks. */
    private List<Standing> found(Edition edition) {
        var all = FrozenRanking.board(redis, edition.parts());
        return all.ranks(1, (int) all.members()).stream()
                .map(standing -> new Standing(0, standing.learner(), standing.points(), standing.reachedAt()))
                .toList();
    }

    private static Score score(long learner, long points, int second) {
        return Score.ofLearner(learner, points, START.plusSeconds(second), 0);
    }

    private static Edition edition(List<Long> bounds) {
        return Edition.ofPoints(
                BoardRule.ofPoints(bounds),
                "2026-11",
                "season:" + SEASONS.incrementAndGet(),
                ScorePacking.between(START, START.plus(Duration.ofDays(30))),
                Rules.TIEBREAKER);
    }

    private static Edition in(Edition edition, List<Long> bounds) {
        return Edition.ofPoints(
                BoardRule.ofPoints(bounds), edition.period().key(), edition.tag(), edition.packing(), Rules.TIEBREAKER);
    }
}
