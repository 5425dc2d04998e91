package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.LiveBoards.Size;
import io.streakboard.leaderboard.live.set.PageCursor;
import io.streakboard.redis.ClusterRetry;
import io.streakboard.redis.Pipeline;
import io.streakboard.support.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Editions in several sorted sets: their keys, how members get from set to set, and who decides the bounds. */
class DividedEditionTests {

    private static final AtomicLong EDITIONS = new AtomicLong(5_000_000);
    private static final int ENOUGH = 4 * BucketBounds.MEMBERS_A_SET;

    @RegisterExtension
    private static final TestRedis SERVER = TestRedis.shared();

    private final StringRedisTemplate redis = SERVER.template();
    private final LiveBoards boards = new LiveBoards(redis, LiveContract.CLOCK, SERVER.pipeline());

    static List<Long> seeds() {
        return RankingContract.seeds();
    }

    @Test
    void itsSetsHaveTheSameTagAndExpireWithIt() {
        var edition = opened(rule(List.of("9", "99")));
        var live = boards.of(edition);
        live.update(List.of(score("ada", 5), score("bob", 50), score("eve", 500)));
        var prefix = "streakboard:board:{" + edition.tag() + "}:" + edition.encoding() + ":live";

        assertThat(live.sizes()).containsExactly(1L, 1L, 1L);
        assertThat(redis.keys("*" + edition.tag() + "*"))
                .contains(prefix, prefix + ":1", prefix + ":2", prefix + ":buckets")
                .allMatch(key -> redis.getExpire(key) > 0);
        assertThat(live.bytes()).isPositive();

        live.rebuild(false, List.of(9L), List.of(score("ada", 5), score("bob", 50))::forEach);
        assertThat(live.sizes()).containsExactly(1L, 1L);
        assertThat(redis.keys("*" + edition.tag() + "*"))
                .contains(prefix, prefix + ":1", prefix + ":buckets")
                .doesNotContain(prefix + ":2")
                .noneMatch(key -> key.contains("rebuilt"))
                .allMatch(key -> redis.getExpire(key) > 0);

        boards.clear(edition);
        assertThat(redis.keys("*" + edition.tag() + "*")).isEmpty();
    }

    @Test
    void aMemberIsInOneSetWhereverItsScoresGo() {
        var edition = opened(rule(List.of("9", "99")));
        var live = boards.of(edition);
        live.update(List.of(score("ada", 5), score("bob", 50), score("eve", 500)));

        assertThat(live.write(List.of(score("ada", 60)))).containsExactly(new RankChange(3L, 2L));
        assertThat(live.sizes()).containsExactly(0L, 2L, 1L);
        assertThat(live.write(List.of(score("ada", 5)))).as("late").containsExactly(new RankChange(2L, 2L));
        assertThat(live.write(List.of(corrected("ada", 7, 1)))).containsExactly(new RankChange(2L, 3L));
        assertThat(live.write(List.of(corrected("ada", 700, 1)))).containsExactly(new RankChange(3L, 1L));
        assertThat(live.sizes()).containsExactly(0L, 1L, 2L);
        assertThat(live.write(List.of(new Score("ada", 0, null, 2, null)))).containsExactly(new RankChange(1L, null));
        assertThat(members(edition)).containsExactly("eve", "bob");
    }

    /** The rebuild has read the score, and adds it after its member has got into another set. */
    @ParameterizedTest
    @EnumSource(RankStyle.class)
    void aScoreThatWasReadBeforeItsMemberCrossedABoundIsNotShownAgain(RankStyle style) {
        var edition = opened(Rules.with(rule(List.of("9", "99")), Map.of("ranks", style)));
        var live = boards.of(edition);
        live.update(List.of(score("ada", 5), score("bob", 50)));

        live.rebuild(false, List.of(9L, 99L), to -> {
            live.update(List.of(score("ada", 60), score("eve", 6)));
            live.update(List.of(score("ada", 600)));
            List.of(score("ada", 5), score("bob", 50)).forEach(to);
        });

        assertThat(live.sizes()).containsExactly(1L, 1L, 1L);
        assertThat(members(edition)).containsExactly("ada", "bob", "eve");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void concurrentDeliveriesAndRebuildsLoseAndRepeatNoMember(long seed) throws InterruptedException {
        var random = new Random(seed);
        var edition = opened(rule(List.of("3", "6", "9")));
        var newest = new ArrayList<Score>();
        var history = new ArrayList<Score>();
        for (int member = 0; member < 10; member++) {
            var score = score("m" + member, 0);
            for (int i = 0; i < 40; i++) {
                score = random.nextInt(4) == 0
                        ? corrected(score.member(), random.nextInt(12), score.corrections() + 1)
                        : corrected(score.member(), score.score() + random.nextInt(3), score.corrections());
                history.add(score);
            }
            newest.add(score);
        }
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            var some = new ArrayList<>(history);
            Collections.shuffle(some, random);
            threads.add(Thread.ofVirtual()
                    .start(() -> some.forEach(score -> boards.of(edition).update(List.of(score)))));
        }
        for (var bounds : List.of(List.of(5L), List.of(2L, 4L, 8L, 30L), List.<Long>of(), List.of(7L))) {
            boards.of(edition).rebuild(false, bounds, newest::forEach);
        }
        for (var thread : threads) {
            thread.join();
        }

        assertThat(boards.drift(edition, newest::forEach).none()).isTrue();
        assertThat(members(edition)).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void aPlaceBeyondAllScoresIsAtTheEnd() {
        var edition = opened(rule(List.of("9")));
        boards.of(edition).update(List.of(score("ada", 5), score("bob", 50)));
        var pages = boards.pages(edition);

        var last = pages.read(new PageCursor.Keyset("0", "ada").text(), 5, null).orElseThrow();
        assertThat(last.page().entries()).isEmpty();
        var all = pages.read(new PageCursor.Keyset("9e300", "ada").text(), 5, null)
                .orElseThrow();
        assertThat(all.page().entries()).extracting(Entry::member).containsExactly("bob", "ada");
    }

    @Test
    void aSnapshotIsFilledFromAsManySetsAsItTakes() {
        var edition = opened(rule(List.of("100", "200", "300", "1100")));
        boards.of(edition)
                .update(IntStream.rangeClosed(1, 1_200)
                        .mapToObj(i -> score("m" + i, i))
                        .toList());

        var shown = boards.pages(edition).begin(500, null);
        boards.of(edition).update(List.of(score("m1", 5_000)));
        var read = new ArrayList<>(shown.page().entries());
        while (shown.next() != null) {
            shown = boards.pages(edition).read(shown.next(), 500, null).orElseThrow();
            read.addAll(shown.page().entries());
        }

        assertThat(read.subList(0, 1_000))
                .extracting(Entry::member)
                .isEqualTo(IntStream.iterate(1_200, i -> i - 1)
                        .limit(1_000)
                        .mapToObj(i -> "m" + i)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"DESCENDING, true", "ASCENDING, true", "DESCENDING, false"})
    void thePreviousEditionDecidesTheBounds(Order order, boolean opens) {
        var rule = Rules.with(rule(List.of("auto")), Map.of("order", order));
        var before = full(rule);
        assertThat(boards.of(before).sizes()).as("nothing divides the first").hasSize(1);
        var edition = edition(rule);

        if (opens) {
            open(edition, before);
            boards.of(edition).update(scores());
        } else {
            boards.rebuild(edition, false, () -> Optional.of(boards.ranking(before)), scores()::forEach);
        }

        assertThat(boards.of(edition).sizes())
                .containsOnly((long) BucketBounds.MEMBERS_A_SET)
                .hasSize(4);
        boards.divide(List.of(edition), none -> Optional.empty());
        assertThat(boards.of(edition).members()).isEqualTo(ENOUGH);
    }

    @Test
    void withoutAPreviousEditionALaterRebuildDivides() {
        var edition = full(rule(List.of("auto")));

        boards.rebuild(edition, false, Optional::empty, scores()::forEach);

        assertThat(boards.of(edition).sizes())
                .containsOnly((long) BucketBounds.MEMBERS_A_SET)
                .hasSize(4);
        assertThat(boards.drift(edition, scores()::forEach).none()).isTrue();
    }

    /** Its members would be in the wrong sets. */
    @Test
    void anEditionWithMembersIsOnlyDividedByARebuild() {
        var before = full(rule(List.of("auto")));
        var edition = opened(rule(List.of("auto")));
        boards.of(edition).update(List.of(score("ada", 5)));

        open(edition, before);

        assertThat(boards.of(edition).sizes()).containsExactly(1L);
    }

    @Test
    void equalScoresAreNotDivided() {
        var before = opened(rule(List.of("auto")));
        boards.of(before)
                .rebuild(
                        false,
                        List.of(),
                        to -> IntStream.range(0, ENOUGH).forEach(i -> to.accept(score("m" + i, i % 2 * 7))));

        assertThat(BucketBounds.of(before, () -> Stream.of(boards.ranking(before))))
                .containsExactly(6L);
    }

    @Test
    void sizesOfManyEditionsTakeOneRoundTripAndSayWhichAreIncomplete() {
        var roundTrips = new AtomicInteger();
        var pipeline = new Pipeline(redis, new ClusterRetry(Duration.ofSeconds(5))) {

            @Override
            public List<List<@Nullable Object>> readAll(List<Read> reads) {
                roundTrips.incrementAndGet();
                return super.readAll(reads);
            }
        };
        var many = new LiveBoards(redis, LiveContract.CLOCK, pipeline);
        var divided = opened(rule(List.of("9", "99")));
        var kept = opened(Rules.with(rule(List.of("9")), Map.of("keep", 2L)));
        var lost = opened(rule(List.of()));
        var editions = List.of(divided, kept, lost);
        editions.forEach(
                edition -> many.of(edition).update(List.of(score("ada", 5), score("bob", 50), score("eve", 500))));
        redis.unlink("streakboard:board:{" + lost.tag() + "}:" + lost.encoding() + ":complete");

        assertThat(many.sizes(editions))
                .isEqualTo(Map.of(divided, new Size(3, true), kept, new Size(2, true), lost, new Size(3, false)));

        assertThat(roundTrips).hasValue(1);
        assertThat(editions)
                .allMatch(edition -> redis.getExpire("streakboard:board:{" + edition.tag() + "}:marks") > 0);
    }

    /** An edition with members for four sets. */
    private Edition full(BoardRule rule) {
        var edition = opened(rule);
        boards.rebuild(edition, false, Optional::empty, scores()::forEach);
        return edition;
    }

    private static List<Score> scores() {
        return IntStream.range(0, ENOUGH).mapToObj(i -> score("m" + i, i)).toList();
    }

    private List<String> members(Edition edition) {
        return boards.ranking(edition).page(0, 100, null).entries().stream()
                .map(Entry::member)
                .toList();
    }

    private static Score score(String member, long score) {
        return corrected(member, score, 0);
    }

    private static Score corrected(String member, long score, int corrections) {
        return new Score(member, score, LiveContract.CLOCK.instant(), corrections, null);
    }

    private static BoardRule rule(List<String> buckets) {
        var rule = Rules.rule(
                Cycle.DAY,
                Members.ANY,
                Order.DESCENDING,
                Ties.FIRST,
                Duration.ofSeconds(1),
                RankStyle.UNIQUE,
                1_000_000,
                0);
        return Rules.with(rule, Map.of("buckets", buckets));
    }

    private Edition opened(BoardRule rule) {
        var edition = edition(rule);
        open(edition, null);
        return edition;
    }

    private void open(Edition edition, @Nullable Edition before) {
        boards.open(List.of(edition), each -> Optional.ofNullable(before).map(boards::ranking));
    }

    private static Edition edition(BoardRule rule) {
        return Edition.of(rule, EDITIONS.incrementAndGet(), Rules.DAY, null, Rules.TIEBREAKER);
    }
}
