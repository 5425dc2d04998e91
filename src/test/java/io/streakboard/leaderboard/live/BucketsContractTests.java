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
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.LiveBoards.Size;
import io.streakboard.leaderboard.live.buckets.BucketedEditions;
import io.streakboard.leaderboard.live.set.PageCursor;
import io.streakboard.redis.ClusterRetry;
import io.streakboard.redis.Pipeline;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract in buckets, and further properties of buckets. */
class BucketsContractTests extends LiveContract {

    private final LiveBoards boards = boards();

    private LiveBoards boards() {
        var sets = new SortedSets(redis, CLOCK);
        return new LiveBoards(redis, CLOCK, sets, new BucketedEditions(sets, server.pipeline()), server.pipeline());
    }

    @Override
    LiveStore live(Edition edition) {
        return boards.of(edition);
    }

    @Override
    Ranking ranking(Edition edition) {
        return boards.ranking(edition);
    }

    /** Bounds depend on the rule alone, and so on the seed. */
    @Override
    Edition in(Edition edition) {
        var random = new Random(edition.encoding().hashCode());
        var bounds = new TreeSet<Long>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            bounds.add(Rules.one(
                    random, 0L, 1L, 3L, 5L, 8L, 9L, 10L, edition.packing().maxScore() - 1));
        }
        return in(edition, List.copyOf(bounds));
    }

    /** A crash leaves a member where it was written first; the delivery is repeated, before or after newer ones. */
    @ParameterizedTest
    @MethodSource("seeds")
    void nextDeliveriesRepairTheStateLeftByCrashes(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var history = history(rule, model, random, 30, 300);
        history.forEach(model::take);

        for (var score : history) {
            if (score.reachedAt() != null && random.nextInt(3) > 0) {
                boards.of(edition.bucket(edition.board().bucket(score.score()))).update(List.of(score));
            } else {
                boards.of(edition).update(List.of(score));
            }
        }
        Collections.shuffle(history, random);
        boards.of(edition).update(history);

        compare(rule, model, boards.ranking(edition), random);
        assertThat(drift(boards.of(edition), model).none()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void concurrentDeliveriesNeitherLoseNorDuplicateMembers(long seed) throws InterruptedException {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var history = history(rule, model, random, 10, 400);
        history.forEach(model::take);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            var some = new ArrayList<>(history);
            Collections.shuffle(some, random);
            threads.add(Thread.ofVirtual().start(() -> deliver(edition, some)));
        }
        boards.of(edition).rebuild(false, List.copyOf(model.all())::forEach);
        for (var thread : threads) {
            thread.join();
        }

        compare(rule, model, boards.ranking(edition), random);
        assertThat(drift(boards.of(edition), model).none()).isTrue();
    }

    /** The rebuild has read the score, and adds it after its member has left the bucket for another. */
    @Test
    void aScoreThatWasReadBeforeItsMemberMovedIsNotShownAgain() {
        var edition = edition(rule(), List.of(9L, 99L));
        var live = boards.of(edition);
        live.update(List.of(score("ada", 5), score("bob", 50)));

        live.rebuild(false, to -> {
            live.update(List.of(score("ada", 60), score("eve", 6)));
            live.update(List.of(score("ada", 600)));
            List.of(score("ada", 5), score("bob", 50)).forEach(to);
        });

        assertThat(live.sizes()).containsExactly(1L, 1L, 1L);
        assertThat(boards.ranking(edition).page(0, 10, null).entries())
                .extracting(Entry::member)
                .containsExactly("ada", "bob", "eve");
        assertThat(keys(edition)).noneMatch(key -> key.contains("rebuilt"));
    }

    private void deliver(Edition edition, List<Score> scores) {
        for (int from = 0; from < scores.size(); from += 3) {
            boards.of(edition).update(scores.subList(from, Math.min(from + 3, scores.size())));
        }
    }

    @Test
    void aMovingMemberIsOnAPageOnceAndArrivesWithTheNextDelivery() {
        var rule = rule();
        var edition = edition(rule, List.of(9L, 99L));
        var live = boards.of(edition);
        var ranking = boards.ranking(edition);
        live.update(List.of(score("ada", 5), score("bob", 50), score("eve", 500)));

        var moved = score("ada", 60);
        boards.of(edition.bucket(1)).update(List.of(moved));

        assertThat(ranking.page(0, 10, "ada").entries())
                .extracting(Entry::member)
                .containsExactly("eve", "ada", "bob");
        assertThat(ranking.around("ada", 5, null).entries())
                .extracting(Entry::member)
                .containsExactly("eve", "ada", "bob");
        assertThat(ranking.among(List.of("ada"), "ada").entries())
                .extracting(Entry::rank)
                .containsExactly(2L);

        live.update(List.of(moved));
        live.update(List.of(score("ada", 5))); // an older one comes late
        assertThat(ranking.page(0, 10, null).entries())
                .extracting(Entry::member)
                .containsExactly("eve", "ada", "bob");
        assertThat(live.members()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(RankStyle.class)
    void aMemberThatCrossesABoundAmidAReadIsFoundAndTearsNoHole(RankStyle style) {
        var edition = edition(rule(style), List.of(99L));
        var live = boards.of(edition);
        for (int i = 0; i < 10; i++) {
            live.update(List.of(score("low" + i, 10 + i), score("high" + i, 200 + i)));
        }
        Function<Ranking, List<Entry>> among = // of two moments, if it is in two buckets
                ranking -> ranking.among(List.of("ada", "high0", "low9"), null).entries();
        var reads = List.<Function<Ranking, List<Entry>>>of(
                ranking -> ranking.around("ada", 2, null).entries(),
                ranking -> ranking.page(7, 7, null).entries(),
                ranking -> ranking.aroundScore(99, 3, null).entries(),
                among,
                ranking -> Stream.ofNullable(ranking.of("ada")).toList());
        int corrections = 0;
        for (int read = 0; read < reads.size(); read++) {
            for (int call = 1; call <= 12; call++) {
                for (long from : List.of(50L, 150L)) {
                    live.update(List.of(new Score("ada", from, CLOCK.instant(), ++corrections, null)));
                    var moved = new Score("ada", 200 - from, CLOCK.instant(), ++corrections, null);
                    var entries = reads.get(read).apply(amid(edition, call, () -> live.update(List.of(moved))));

                    assertThat(entries)
                            .as("read %d, call %d, from %d", read, call, from)
                            .hasSize(List.of(5, 7, 6, 3, 1).get(read))
                            .extracting(Entry::rank)
                            .isSorted()
                            .doesNotHaveDuplicates();
                    if (reads.get(read) != among) {
                        assertThat(entries.getLast().rank() - entries.getFirst().rank())
                                .as("read %d, call %d, from %d", read, call, from)
                                .isEqualTo(entries.size() - 1);
                    }
                }
            }
        }
    }

    /** A ranking that runs an action before the n-th call of a bucket. */
    private Ranking amid(Edition edition, int call, Runnable happens) {
        var asked = new AtomicInteger();
        return new BucketedEditions(
                        new SortedSets(redis, CLOCK) {
                            @Override
                            public Ranking ranking(Edition bucket) {
                                var ranking = super.ranking(bucket);
                                return (Ranking) Proxy.newProxyInstance(
                                        Ranking.class.getClassLoader(),
                                        new Class<?>[] {Ranking.class},
                                        (self, method, given) -> {
                                            if (asked.incrementAndGet() == call) {
                                                happens.run();
                                            }
                                            return method.invoke(ranking, given);
                                        });
                            }
                        },
                        server.pipeline())
                .ranking(edition);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void pagesAreReadOnFromBucketToBucket(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        boards.of(edition).update(history(rule, model, random, 40, 300));
        var all = boards.ranking(edition).page(0, 100, null).entries();
        int size = 1 + random.nextInt(8);

        var pages = boards.pages(edition);
        var read = new ArrayList<Entry>();
        var shown = pages.begin(size, null);
        read.addAll(shown.page().entries());
        while (shown.next() != null) {
            assertThat(shown.page().entries()).hasSize(size);
            shown = pages.read(shown.next(), size, null).orElseThrow();
            assertThat(shown.page().total()).isEqualTo(all.size());
            read.addAll(shown.page().entries());
        }
        assertThat(read).isEqualTo(all);
        assertThat(pages.read(new PageCursor.Offset("7.1.1", 20, 30).text(), 20, null))
                .isEmpty();
    }

    @Test
    void aPlaceBeyondAllScoresIsAtTheEnd() {
        var edition = edition(rule(), List.of(9L));
        boards.of(edition).update(List.of(score("ada", 5), score("bob", 50)));
        var pages = boards.pages(edition);

        var last = pages.read(new PageCursor.Keyset("0", "ada").text(), 5, null).orElseThrow();
        assertThat(last.page().entries()).isEmpty();
        var all = pages.read(new PageCursor.Keyset("9e300", "ada").text(), 5, null)
                .orElseThrow();
        assertThat(all.page().entries()).extracting(Entry::member).containsExactly("bob", "ada");
    }

    @Test
    void eachBucketHasATagOfItsOwnAndExpiresWithTheEdition() {
        var edition = edition(rule(), List.of(9L, 99L));
        var live = boards.of(edition);
        live.open();
        live.update(List.of(score("ada", 5), score("bob", 50), score("eve", 500)));
        assertThat(live.complete()).isTrue();

        var keys = keys(edition);
        for (int i = 0; i < 3; i++) {
            assertThat(keys)
                    .contains("streakboard:board:{" + edition.tag() + ":" + i + "}:" + edition.encoding() + ":live");
        }
        assertThat(keys).allMatch(key -> redis.getExpire(key) > 0);
        assertThat(live.members()).isEqualTo(3);

        redis.unlink("streakboard:board:{" + edition.tag() + ":1}:" + edition.encoding() + ":complete");
        assertThat(live.complete()).isFalse();
        assertThat(boards.ranking(edition).page(0, 1, null).degraded()).isTrue();

        live.clear();
        assertThat(keys(edition)).isEmpty();
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
        var sets = new SortedSets(redis, CLOCK);
        var many = new LiveBoards(redis, CLOCK, sets, new BucketedEditions(sets, server.pipeline()), pipeline);
        var divided = edition(rule(), List.of(9L, 99L));
        var kept = Edition.of(Rules.with(rule(), Map.of("keep", 2L)), 77_001, Rules.DAY, null, Rules.TIEBREAKER);
        var lost = Edition.of(rule(), 77_002, Rules.DAY, null, Rules.TIEBREAKER);
        var editions = List.of(divided, kept, lost);
        many.open(editions);
        editions.forEach(
                edition -> many.of(edition).update(List.of(score("ada", 5), score("bob", 50), score("eve", 500))));
        redis.unlink("streakboard:board:{" + lost.tag() + "}:" + lost.encoding() + ":complete");

        assertThat(many.sizes(editions))
                .isEqualTo(Map.of(divided, new Size(3, true), kept, new Size(2, true), lost, new Size(3, false)));

        assertThat(roundTrips).hasValue(1);
        assertThat(editions)
                .allMatch(edition -> redis.getExpire("streakboard:board:{" + edition.tag() + "}:marks") > 0);
    }

    private TreeSet<String> keys(Edition edition) {
        return new TreeSet<>(redis.keys("streakboard:board:{" + edition.tag() + ":*"));
    }

    private static Score score(String member, long score) {
        return new Score(member, score, CLOCK.instant(), 0, null);
    }

    private static BoardRule rule() {
        return rule(RankStyle.UNIQUE);
    }

    private static BoardRule rule(RankStyle style) {
        return Rules.rule(
                Cycle.DAY, Members.ANY, Order.DESCENDING, Ties.FIRST, Duration.ofSeconds(1), style, 1_000_000, 0);
    }

    private Edition edition(BoardRule rule, List<Long> bounds) {
        return in(edition(rule), bounds);
    }

    private static Edition in(Edition edition, List<Long> bounds) {
        return Rules.with(
                edition, Rules.with(edition.board(), Map.of("store", BoardRule.Store.BUCKETS, "buckets", bounds)));
    }
}
