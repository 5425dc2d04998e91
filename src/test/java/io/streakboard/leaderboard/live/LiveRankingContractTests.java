package io.streakboard.leaderboard.live;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.set.PageCursor;
import io.streakboard.leaderboard.live.set.SnapshotBudget;
import io.streakboard.leaderboard.live.set.SnapshotPages;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract in Redis, and further properties of snapshots, rebuilds and keys there. */
class LiveRankingContractTests extends LiveContract {

    @ParameterizedTest
    @MethodSource("seeds")
    void keepsTheBestAndSaysWhenTooManyHaveLeft(long seed) {
        var random = new Random(seed);
        var rule = Rules.with(Rules.any(random), Map.of("keep", 1L + random.nextInt(30)));
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var live = live(edition);
        open(edition);

        for (var batch : batches(history(rule, model, random, 200, 2_000), random)) {
            live.update(batch);
            batch.forEach(model::take);
            assertThat(live.members()).isLessThanOrEqualTo(rule.keep() + 100);
            if (!live.complete()) {
                rebuild(live, model, random);
            }
            compare(rule, model, ranking(edition), random);
            assertThat(drift(live, model).missing()).isZero();
            assertThat(drift(live, model).different()).isZero();
        }
    }

    /** It was marked as complete before. */
    @Test
    void aRebuildFromWhichTooManyHaveLeftIsNotComplete() {
        var edition = edition(keepingTwo());
        var live = live(edition);
        open(edition);
        live.update(List.of(new Score("1", 10, CLOCK.instant(), 0, null)));

        try (var rebuild = live.rebuild(false, List.of())) {
            IntStream.rangeClosed(1, 150)
                    .forEach(member -> rebuild.add(new Score("" + member, member, CLOCK.instant(), 0, null)));
            rebuild.settle();
            live.update(IntStream.rangeClosed(2, 150)
                    .mapToObj(member -> new Score("" + member, 0, null, 1, null))
                    .toList());
            rebuild.finish();
        }

        assertThat(live.complete()).isFalse();
    }

    private static BoardRule keepingTwo() {
        return Rules.rule(
                Cycle.NONE,
                Members.LEARNER,
                Order.DESCENDING,
                Ties.FIRST,
                Duration.ofSeconds(1),
                RankStyle.UNIQUE,
                1_000,
                2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void pagesOfASnapshotFitEachOther(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var live = live(edition);
        var history = history(rule, model, random, 40, 300);
        int half = history.size() / 2;
        live.update(history.subList(0, half));
        history.subList(0, half).forEach(model::take);
        var expected = model.entries().stream().map(Entry::member).toList();

        var snapshot = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget());
        var shown = snapshot.begin(7, null);
        int first = 0;
        for (int from = half; ; from = Math.min(from + 20, history.size())) {
            var ranked = model.entries().stream().map(Entry::member).toList();
            assertThat(shown.page().entries().stream().map(Entry::member))
                    .as("without members that left meanwhile")
                    .containsExactlyElementsOf(expected.subList(first, Math.min(first + 7, expected.size())).stream()
                            .filter(ranked::contains)
                            .toList());
            assertThat(shown.page().total()).isEqualTo(expected.size());
            first += 7;
            if (shown.next() == null) {
                break;
            }
            var some = history.subList(from, Math.min(from + 20, history.size()));
            live.update(some);
            some.forEach(model::take);
            shown = snapshot.read(shown.next(), 7, null).orElseThrow();
        }
        assertThat(first).isGreaterThanOrEqualTo(expected.size());
    }

    @Test
    void belowTheBestThousandEachPageBeginsAfterTheLastEntry() {
        var rule = Rules.rule(
                Cycle.DAY,
                Members.LEARNER,
                Order.DESCENDING,
                Ties.FIRST,
                Duration.ofSeconds(1),
                RankStyle.UNIQUE,
                1_000_000,
                0);
        var edition = edition(rule);
        var live = live(edition);
        var at = Instant.parse("2026-11-21T04:00:00Z");
        live.update(IntStream.rangeClosed(1, 1_150)
                .mapToObj(i -> new Score(Integer.toString(i), 10_000 - i, at, 0, null))
                .toList());
        var pages = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget());

        var shown = pages.begin(90, null);
        var ranks = new ArrayList<>(ranks(shown.page()));
        live.update(
                List.of(new Score("1150", 10_000, at, 0, null), new Score("1149", 8_900, at.plusSeconds(1), 0, null)));
        while (shown.next() != null) {
            shown = pages.read(shown.next(), 90, null).orElseThrow();
            ranks.addAll(ranks(shown.page()));
        }

        assertThat(ranks.subList(0, 1_000))
                .isEqualTo(IntStream.rangeClosed(1, 1_000)
                        .mapToObj(i -> i + " " + i)
                        .toList());
        assertThat(ranks.subList(1_000, ranks.size()))
                .as("the current board, without members that moved up above")
                .startsWith("1002 1001")
                .endsWith("1150 1148")
                .hasSize(149)
                .contains("1102 1149");
    }

    private static List<String> ranks(Page page) {
        return page.entries().stream()
                .map(entry -> entry.rank() + " " + entry.member())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void concurrentReadersShareAPageAndGetTheirOwnRanks(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var history = history(rule, model, random, 40, 300);
        live(edition).update(history);
        history.forEach(model::take);
        var snapshot = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget());

        var readers = new ArrayList<CompletableFuture<Page>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                var me = name(rule, i);
                int size = 5 + i % 2;
                readers.add(CompletableFuture.supplyAsync(
                        () -> snapshot.begin(size, me).page(), threads));
            }
        }

        for (int i = 0; i < 40; i++) {
            var page = readers.get(i).join();
            assertThat(page.entries()).isEqualTo(model.page(0, 5 + i % 2, null).entries());
            assertThat(page.mine()).isEqualTo(model.of(name(rule, i)));
            assertThat(page.total()).isEqualTo(model.entries().size());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aPlaceBelowIsFoundWhateverMembersAreThere(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var live = live(edition);
        live.update(history(rule, model, random, 40, 300));
        var all = ranking(edition).page(0, 100, null).entries();
        var snapshot = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget());

        for (int i = 0; i < all.size(); i++) {
            var entry = all.get(i);
            var packing = edition.packing();
            var value =
                    packing.text(packing.pack(new Score(entry.member(), entry.score(), entry.reachedAt(), 0, null)));
            var cursor = new PageCursor.Keyset(value, edition.written(entry.member()));
            var next = snapshot.read(cursor.text(), 5, null).orElseThrow();
            assertThat(next.page().entries()).isEqualTo(all.subList(i + 1, Math.min(i + 6, all.size())));
            assertThat(next.next() == null).isEqualTo(i + 6 >= all.size());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyBitSurvivesTheRoundTrip(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var packing = edition.packing();
        var live = live(edition);
        var instants = List.of(
                packing.start(),
                packing.start().plus(packing.resolution()),
                packing.reachedAt(0),
                packing.reachedAt(packing.latest()),
                packing.reachedAt(random.nextLong(packing.latest() + 1)),
                packing.reachedAt(random.nextLong(packing.latest() + 1)));
        var written = LongStream.of(
                        0,
                        1,
                        rule.maxScore() / 2,
                        rule.maxScore() - 1,
                        rule.maxScore(),
                        random.nextLong(rule.maxScore() + 1))
                .boxed()
                .flatMap(score -> instants.stream().map(instant -> Map.entry(score, instant)))
                .toList();
        var scores = IntStream.range(0, written.size())
                .mapToObj(i -> new Score(
                        name(rule, i), written.get(i).getKey(), written.get(i).getValue(), 0, null))
                .toList();
        var model = new RankingModel(rule, edition);
        scores.forEach(model::take);

        live.write(scores);

        assertThat(ranking(edition).page(0, 100, null).entries()).isEqualTo(model.entries());
        assertThat(drift(live, model).none()).isTrue();
    }

    @Test
    void allKeysExpireWithTheEdition() {
        var random = new Random(1);
        var day = Rules.rule(
                Cycle.DAY, Members.ANY, Order.DESCENDING, Ties.NONE, Duration.ofSeconds(1), RankStyle.DENSE, 9, 1);
        var edition = edition(day);
        var model = new RankingModel(day, edition);
        var live = live(edition);
        open(edition);
        live.update(history(day, model, random, 300, 2_000));
        try (var rebuild = live.rebuild(false, List.of())) {
            rebuild.add(new Score("m", 1, CLOCK.instant(), 1, null));
            live.update(List.of(new Score("n", 1, CLOCK.instant(), 0, null)));
            assertThat(expiries(edition)).hasSizeGreaterThan(8).allMatch(expiry -> expiry > 0);
            rebuild.finish();
        }
        new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget()).begin(1, null);

        assertThat(expiries(edition)).hasSizeGreaterThan(5).allMatch(expiry -> expiry > 0);
        assertThat(redis.getExpire("streakboard:board:{" + edition.tag() + "}:" + edition.encoding() + ":live"))
                .as("from 05:00 to an hour after two days after the day, which ends at 16:00")
                .isBetween(60 * 3_600L - 60, 60 * 3_600L);
    }

    private List<Long> expiries(Edition edition) {
        return Objects.requireNonNull(redis.keys("streakboard:board:{" + edition.tag() + "}:*")).stream()
                .map(redis::getExpire)
                .toList();
    }

    @Test
    void anEditionThatFitsOnOnePageNeedsNoSnapshot() {
        var rule = Rules.any(new Random(4));
        var edition = edition(rule);
        live(edition).update(List.of(new Score(name(rule, 1), 1, CLOCK.instant(), 0, null)));

        var shown = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget()).begin(1, null);

        assertThat(shown.page()).isEqualTo(ranking(edition).page(0, 1, null));
        assertThat(shown.page().entries()).hasSize(1);
        assertThat(shown.next()).isNull();
        assertThat(redis.keys("streakboard:board:{" + edition.tag() + "}:*:snapshot*"))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withoutRoomForASnapshotEachPageBeginsAfterTheLastEntry(long seed) {
        var rule = Rules.any(new Random(seed));
        var edition = edition(rule);
        live(edition)
                .update(IntStream.range(0, 10)
                        .mapToObj(i -> new Score(name(rule, i), i, CLOCK.instant(), 0, null))
                        .toList());
        var pages = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget(0));

        var read = new ArrayList<Entry>();
        var shown = pages.begin(4, null);
        read.addAll(shown.page().entries());
        while (shown.next() != null) {
            shown = pages.read(shown.next(), 4, null).orElseThrow();
            read.addAll(shown.page().entries());
        }

        assertThat(read).isEqualTo(ranking(edition).page(0, 10, null).entries());
        assertThat(snapshots(edition)).isEmpty();
    }

    @Test
    void withoutRoomAFirstPageIsCurrent() {
        var rule = Rules.any(new Random(4));
        var edition = edition(rule);
        var live = live(edition);
        live.update(IntStream.rangeClosed(1, 2)
                .mapToObj(i -> new Score(name(rule, i), i, CLOCK.instant(), 0, null))
                .toList());
        var pages = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget(2));
        pages.begin(1, null);

        live.update(List.of(new Score(name(rule, 3), 3, CLOCK.instant(), 0, null)));

        assertThat(pages.begin(1, null).page()).isEqualTo(ranking(edition).page(0, 1, null));
        assertThat(snapshots(edition)).hasSize(1);
    }

    @Test
    void noReaderKeepsASnapshotForLongerThanFiveMinutes() {
        var rule = Rules.any(new Random(4));
        var edition = edition(rule);
        live(edition)
                .update(IntStream.range(0, 10)
                        .mapToObj(i -> new Score(name(rule, i), i, CLOCK.instant(), 0, null))
                        .toList());
        var pages = new SnapshotPages(redis, edition, CLOCK, new SnapshotBudget());
        var begun = pages.begin(5, null);
        var young = snapshots(edition).iterator().next();
        var old = young.replaceFirst(
                "\\.\\d+\\.", "." + Instant.now().minusSeconds(300).getEpochSecond() + ".");
        redis.copy(young, old, false);

        for (var snapshot : List.of(young, old)) {
            redis.expire(snapshot, Duration.ofSeconds(10));
            var id = snapshot.substring(snapshot.lastIndexOf(':') + 1);
            assertThat(pages.read(new PageCursor.Offset(id, 5, 10).text(), 5, null))
                    .hasValueSatisfying(shown -> assertThat(shown.page().entries())
                            .isEqualTo(ranking(edition).page(5, 5, null).entries()));
        }

        assertThat(begun.next()).isNotNull();
        assertThat(redis.getExpire(young)).isGreaterThan(60);
        assertThat(redis.getExpire(old)).isBetween(1L, 10L);
    }

    private Set<String> snapshots(Edition edition) {
        return Objects.requireNonNull(redis.keys("streakboard:board:{" + edition.tag() + "}:*:snapshot:*")).stream()
                .filter(key -> !key.endsWith(":distinct"))
                .collect(toSet());
    }

    @Test
    void anOldCursorIsGoneAndAnyOtherTextIsNone() {
        var snapshot = new SnapshotPages(redis, edition(Rules.any(new Random(3))), CLOCK, new SnapshotBudget());

        assertThat(snapshot.begin(20, null).next()).isNull();
        assertThat(snapshot.read(new PageCursor.Offset("7.1.1", 20, 30).text(), 20, null))
                .isEmpty();
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> snapshot.read("fox", 20, null));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void batchesOfARebuildAndUpdatesMayComeInAnyOrder(long seed) {
        var random = new Random(seed);
        var rule = Rules.any(random);
        var edition = edition(rule);
        var model = new RankingModel(rule, edition);
        var live = live(edition);
        var history = history(rule, model, random, 30, 300);
        history.subList(0, 100).forEach(model::take);
        var updates = history.subList(100, history.size()).iterator();

        try (var rebuild = live.rebuild(false, List.of())) {
            for (var score : List.copyOf(model.all())) {
                rebuild.add(score);
                if (random.nextInt(4) == 0) {
                    rebuild.settle();
                }
                for (int i = random.nextInt(12); i > 0 && updates.hasNext(); i--) {
                    var update = updates.next();
                    live.update(List.of(update));
                    model.take(update);
                }
            }
            assertThat(rebuild.finish()).isEqualTo(model.entries().size());
        }

        compare(rule, model, ranking(edition), random);
        assertThat(drift(live, model).none()).isTrue();
    }

    @Test
    void detailsOfAnOlderStateAreReplacedInARebuild() {
        var rule = Rules.rule(
                Cycle.NONE, Members.ANY, Order.DESCENDING, Ties.FIRST, Duration.ofSeconds(1), RankStyle.UNIQUE, 20, 0);
        var edition = edition(rule);
        var live = live(edition);

        try (var rebuild = live.rebuild(false, List.of())) {
            live.update(List.of(
                    new Score("older", 1, CLOCK.instant(), 0, "{}"), new Score("newer", 3, CLOCK.instant(), 0, "{}")));
            rebuild.add(new Score("older", 2, CLOCK.instant(), 0, null));
            rebuild.add(new Score("newer", 2, CLOCK.instant(), 0, null));
            rebuild.finish();
        }

        assertThat(ranking(edition).page(0, 10, null).entries())
                .extracting(Entry::member, Entry::score, Entry::extra)
                .containsExactly(tuple("newer", 3L, "{}"), tuple("older", 2L, null));
    }

    private static void rebuild(LiveEdition live, RankingModel model, Random random) {
        live.rebuild(false, bounds(live.edition().board(), random), model.all()::forEach);
        assertThat(live.complete()).isTrue();
    }

    private static List<List<Score>> batches(List<Score> history, Random random) {
        var batches = new ArrayList<List<Score>>();
        for (int from = 0; from < history.size(); ) {
            int to = Math.min(from + 1 + random.nextInt(200), history.size());
            batches.add(history.subList(from, to));
            from = to;
        }
        return batches;
    }
}
