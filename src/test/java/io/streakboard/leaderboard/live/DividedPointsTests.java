package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.board.Standing;
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
import java.util.Optional;
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

/** The points board of a season in several sets: how it is sealed, read by ranks, and kept in one way at a time. */
class DividedPointsTests {

    private static final AtomicLong SEASONS = new AtomicLong(3_000_000);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T05:00:00Z"), ZoneOffset.UTC);
    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");
    private static final List<String> BOUNDS = List.of("9", "99");

    @RegisterExtension
    private static final TestRedis SERVER = TestRedis.shared();

    private final StringRedisTemplate redis = SERVER.template();
    private final LiveBoards boards = new LiveBoards(redis, CLOCK, SERVER.pipeline());

    static List<Long> seeds() {
        return RankingContract.seeds();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void pagesOverSetsAreTheScoresInTheirOrder(long seed) {
        var random = new Random(seed);
        var bounds = new TreeSet<Long>();
        random.longs(random.nextInt(6), 0, 60).forEach(bounds::add);
        var edition = divided(bounds.stream().map(String::valueOf).toList());
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

        var set = new FrozenRanking(redis, edition, null);
        var copy = new FrozenRanking(redis, edition, 7L);
        copy.take();

        assertThat(set.members()).isEqualTo(scores.size());
        assertThat(boards.of(edition).sizes()).hasSize(bounds.size() + 1);
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
        copy.remove();
        assertThat(redis.keys("*{" + edition.tag() + "*rehearsal*")).isEmpty();
    }

    /** All scores arrive before the seal; deliveries amid the seal are late or repeated. */
    @ParameterizedTest
    @MethodSource("seeds")
    void lateDeliveriesAmidTheSealChangeNothing(long seed) throws InterruptedException {
        var random = new Random(seed);
        var edition = divided(List.of("5", "10", "20", "40"));
        var live = boards.of(edition);
        boards.open(List.of(edition), none -> Optional.empty());
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
        for (var thread : threads) {
            thread.join();
        }

        assertThat(live.asSealed()).isTrue();
        assertThat(live.members()).isEqualTo(newest.size());
        assertThat(EditionComparison.of(live, newest.values()::forEach).none()).isTrue();

        live.rebuild(true, List.of(7L), newest.values()::forEach);
        assertThat(live.asSealed()).isFalse();
        live.seal();
        assertThat(live.asSealed()).isTrue();
        assertThat(EditionComparison.of(live, newest.values()::forEach).none()).isTrue();
    }

    @Test
    void contentOfOtherBucketsIsIgnoredAndExpiresAfterADay() {
        var undivided = edition(List.of());
        var few = in(undivided, BOUNDS);
        var many = in(undivided, List.of("auto"));
        keep(undivided);

        keep(few);
        assertThat(boards.of(undivided).complete()).isFalse();
        assertThat(boards.ranking(undivided).page(0, 1, null).entries()).hasSize(1);
        keep(many);
        keep(undivided);
        assertThat(Stream.of(few, many).map(boards::of).anyMatch(LiveEdition::complete))
                .isFalse();
        assertThat(boards.of(undivided).complete()).isTrue();

        assertThat(expiring(undivided)).isSubsetOf(new BoardKeys(undivided).version());
        assertThat(expiring(few)).contains(new BoardKeys(few).live(), new BoardKeys(few).live() + ":1");
        assertThat(expiring(many)).contains(new BoardKeys(many).live());

        boards.clear(many);
        assertThat(redis.keys("*{" + undivided.tag() + "}*")).allMatch(key -> redis.getExpire(key) > 0);
    }

    /** A rebuild that was begun with some buckets died, and all instances were started with others. */
    @Test
    void anUnfinishedRebuildInOtherBucketsExpiresAfterADay() {
        var few = edition(BOUNDS);
        boards.note(few);
        var dead = boards.of(few).rebuild(false, few.board().bounds());
        dead.add(score(1, 5, 0));
        dead.add(score(2, 50, 0));
        dead.settle();

        boards.note(in(few, List.of("50")));

        var built = new BoardKeys(few).built().getFirst();
        assertThat(redis.getExpire(built)).isPositive();
        assertThat(redis.getExpire(built + ":1")).isPositive();
        dead.finish();
        assertThat(redis.getExpire(new BoardKeys(few).live() + ":1")).isEqualTo(-1);
    }

    /** Formerly each bucket had a hash tag of its own, and the edition noted the mark of each. */
    @Test
    void bucketsOfTheFormerLayoutExpireAfterADay() {
        var edition = edition(BOUNDS);
        var former = Stream.of("2", "1", "0")
                .map(bucket -> "streakboard:board:{" + edition.tag() + ":" + bucket + "}:")
                .toList();
        former.forEach(prefix -> {
            redis.opsForZSet().add(prefix + "v3-9-99:live", "07c5e1r57", 5);
            redis.opsForValue().set(prefix + "v3-9-99:complete", "a0d1");
            redis.opsForValue().set(prefix + "sealed", "1");
        });
        redis.opsForValue()
                .set(
                        new BoardKeys(edition).marks(),
                        String.join(
                                " ",
                                former.stream()
                                        .map(prefix -> prefix + "v3-9-99:complete")
                                        .toList()));
        assertThat(boards.of(edition).complete()).isFalse();

        keep(edition);

        assertThat(boards.of(edition).complete()).isTrue();
        former.forEach(prefix -> {
            assertThat(redis.hasKey(prefix + "v3-9-99:complete")).isFalse();
            assertThat(redis.getExpire(prefix + "v3-9-99:live")).isPositive();
            assertThat(redis.getExpire(prefix + "sealed")).isPositive();
        });
    }

    private void keep(Edition edition) {
        boards.note(edition);
        boards.rebuild(edition, false, Optional::empty, List.of(score(1, 5, 0), score(2, 50, 0))::forEach);
        boards.note(edition);
    }

    private List<String> expiring(Edition edition) {
        var keys = new BoardKeys(edition);
        return Stream.concat(keys.everything().stream(), Stream.of(keys.marks()))
                .filter(key -> redis.getExpire(key) > 0)
                .toList();
    }

    private static Score score(long learner, long points, int second) {
        return Score.ofLearner(learner, points, START.plusSeconds(second), 0);
    }

    private Edition divided(List<String> bounds) {
        var edition = edition(bounds);
        boards.divide(List.of(edition), none -> Optional.empty());
        return edition;
    }

    private static Edition edition(List<String> bounds) {
        return Edition.ofPoints(
                BoardRule.ofPoints(bounds),
                "2026-11",
                "season:" + SEASONS.incrementAndGet(),
                ScorePacking.between(START, START.plus(Duration.ofDays(30))),
                Rules.TIEBREAKER);
    }

    private static Edition in(Edition edition, List<String> bounds) {
        return Edition.ofPoints(
                BoardRule.ofPoints(bounds), edition.period().key(), edition.tag(), edition.packing(), Rules.TIEBREAKER);
    }
}
