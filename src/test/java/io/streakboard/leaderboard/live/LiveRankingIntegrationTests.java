package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.live.set.LiveRanking;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

@IntegrationTest
class LiveRankingIntegrationTests {

    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");
    private static final ScorePacking PACKING = ScorePacking.between(START, START.plus(Duration.ofDays(30)));
    private static final long MOST_POINTS = (1L << 31) - 1;

    private final StringRedisTemplate redis;
    private final Edition edition;
    private final LiveEdition board;
    private final LiveRanking ranking;

    /** Each test has a board of its own, which Redis alone knows. */
    LiveRankingIntegrationTests(StringRedisTemplate redis, Clock clock) {
        long id = Learners.next();
        this.redis = redis;
        this.edition = Edition.ofPoints(
                BoardRule.ofPoints(List.of()), Long.toString(id), "test:" + id, PACKING, Rules.TIEBREAKER);
        this.board = new LiveEdition(redis, edition, clock);
        this.ranking = new LiveRanking(redis, edition, clock);
    }

    @Test
    void anOlderTotalNeverOverwritesANewerOneInAnyOrder() {
        // 10, then 30, a deduction to 15, then 25, a deduction to nothing, then 5: the last holds.
        var history = List.of(
                score(1, 10, 0), score(1, 30, 0), score(1, 15, 1), score(1, 25, 1), score(1, 0, 2), score(1, 5, 2));

        permutations(history).forEach(order -> {
            order.forEach(each -> board.update(List.of(each)));
            assertThat(ranking.among(List.of("1"), null).entries())
                    .as("%s", order)
                    .extracting(Entry::score)
                    .containsExactly(5L);
            board.clear();
        });
    }

    @Test
    void aLearnerWithoutPointsLeavesTheBoardForGood() {
        board.update(List.of(score(1, 0, 1)));
        board.update(List.of(score(1, 40, 0)));

        assertThat(board.members()).isZero();
    }

    @Test
    void aRebuildDoesNotBringBackABoardThatIsCleared() {
        var rebuild = board.rebuild(false, List.of());
        rebuild.add(score(1, 10, 0));

        board.clear();

        assertThatIllegalStateException().isThrownBy(rebuild::finish);
        assertThat(redis.keys("streakboard:board:{" + edition.tag() + "}:*")).isEmpty();
    }

    @Test
    void aSealedBoardTakesNothing() {
        board.update(List.of(score(1, 10, 0)));

        board.seal();
        board.update(List.of(score(1, 20, 0), score(2, 10, 0)));

        assertThat(ranking.page(0, 10, null).entries()).containsExactly(entry(1, 1, 10, START));
    }

    @Test
    void aClearedBoardStaysSealed() {
        board.seal();
        board.clear();

        board.update(List.of(score(1, 20, 0)));

        assertThat(board.members()).isZero();
    }

    @Test
    void theFirstToReachEqualPointsIsAhead() {
        board.update(List.of(
                Score.ofLearner(1, 10, START.plusSeconds(30), 0),
                Score.ofLearner(2, 10, START.plusSeconds(10), 0),
                Score.ofLearner(3, 10, START.plusSeconds(20), 0),
                Score.ofLearner(4, 11, START.plusSeconds(99), 0)));

        assertThat(ranking.page(0, 10, "1").entries()).extracting(Entry::member).containsExactly("4", "2", "3", "1");
        assertThat(ranking.page(0, 10, "1").mine()).isEqualTo(new Entry(4, "1", 10, START.plusSeconds(30), null, null));
    }

    @Test
    void equalPointsInTheSameSecondHaveTheSameOrderInEveryRead() {
        var learners = List.of(100_000L, 9L, 99_999L, 10L, 1L, Long.MAX_VALUE, 2L);
        var ranked = learners.stream()
                .sorted(edition.tiebreaker().order())
                .map(learner -> Long.toString(learner))
                .toList();

        board.update(learners.stream().map(learner -> score(learner, 10, 0)).toList());

        assertThat(ranking.page(0, 10, null).entries())
                .extracting(Entry::member)
                .isEqualTo(ranked);
        assertThat(ranking.around("9", 10, null).entries())
                .extracting(Entry::member)
                .isEqualTo(ranked);
        assertThat(ranking.among(ranked, null).entries())
                .extracting(Entry::member)
                .isEqualTo(ranked);
        assertThat(new FrozenRanking(redis, edition, null).ranks(1, 10))
                .extracting(standing -> Long.toString(standing.learner()))
                .isEqualTo(ranked);
    }

    /** Whatever readers share the batch, and with several batches in flight. */
    @Test
    void aReaderSeesTheOwnNewScoreOnThePageAndBesideIt() throws Exception {
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = IntStream.rangeClosed(1, 20)
                    .mapToObj(learner -> readers.submit(() -> {
                        for (int points = 1; points <= 20; points++) {
                            board.update(List.of(score(learner, points, 0)));
                            var page = ranking.page(0, 100, Long.toString(learner));
                            var row = page.entries().stream()
                                    .filter(entry -> entry.member().equals(Long.toString(learner)))
                                    .findFirst()
                                    .orElseThrow();
                            assertThat(row.score()).isEqualTo(points);
                            var mine = Objects.requireNonNull(page.mine());
                            assertThat(mine.rank()).isEqualTo(row.rank());
                            assertThat(mine.score()).isEqualTo(points);
                        }
                    }))
                    .toList();
            for (var each : all) {
                each.get();
            }
        }
    }

    @Test
    void aReaderOfAListSeesTheOwnRankBesideIt() {
        board.update(List.of(score(1, 30, 0), score(2, 20, 0), score(3, 10, 0)));

        var others = ranking.among(List.of("3", "1", "3"), "2");
        var withOneself = ranking.among(List.of("3", "2"), "2");

        assertThat(others.total()).isEqualTo(3);
        assertThat(others.entries()).extracting(Entry::member).containsExactly("1", "3");
        assertThat(others.mine()).isEqualTo(entry(2, 2, 20, START));
        assertThat(withOneself.entries()).extracting(Entry::member).containsExactly("2", "3");
        assertThat(ranking.among(List.of(), "99").mine()).isNull();
    }

    @Test
    void pagesNeighboursAndListsShowTheSameRanks() {
        board.update(
                IntStream.rangeClosed(1, 30).mapToObj(i -> score(i, 100 - i, 0)).toList());

        var page = ranking.page(10, 5, "3");
        assertThat(page.total()).isEqualTo(30);
        assertThat(page.entries()).extracting(Entry::rank).containsExactly(11L, 12L, 13L, 14L, 15L);
        assertThat(page.entries()).extracting(Entry::member).containsExactly("11", "12", "13", "14", "15");
        assertThat(ranking.page(1_000_000_000L, 5, null).entries()).isEmpty();
        assertThat(ranking.around("2", 2, null).entries())
                .extracting(Entry::member)
                .containsExactly("1", "2", "3", "4");
        assertThat(ranking.around("30", 2, null).entries())
                .extracting(Entry::rank)
                .containsExactly(28L, 29L, 30L);
        assertThat(ranking.around("99", 2, null).entries()).isEmpty();
        assertThat(ranking.among(List.of("20", "99", "5"), null).entries())
                .extracting(Entry::rank)
                .containsExactly(5L, 20L);
    }

    @Test
    void theHighestScoreThatFitsIsShownExactly() {
        board.update(List.of(
                Score.ofLearner(1, MOST_POINTS, START, 0), Score.ofLearner(2, MOST_POINTS, START.plusSeconds(1), 0)));

        assertThat(ranking.page(0, 2, null).entries())
                .containsExactly(entry(1, 1, MOST_POINTS, START), entry(2, 2, MOST_POINTS, START.plusSeconds(1)));
    }

    @Test
    void aRebuildKeepsConcurrentScoresAndDropsMembersThatTheLedgerLacks() {
        board.update(List.of(score(1, 10, 0), score(2, 10, 0), score(9, 10, 0)));

        var rebuild = board.rebuild(false, List.of());
        rebuild.add(score(1, 10, 0));
        board.update(List.of(score(1, 30, 0), score(2, 5, 1), score(3, 7, 0)));
        rebuild.add(score(2, 10, 0));
        assertThat(board.members()).as("shown meanwhile").isEqualTo(4);
        assertThat(rebuild.finish()).isEqualTo(3);

        assertThat(ranking.page(0, 10, null).entries())
                .extracting(Entry::member, Entry::score)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("1", 30L),
                        org.assertj.core.groups.Tuple.tuple("3", 7L),
                        org.assertj.core.groups.Tuple.tuple("2", 5L));
        board.update(List.of(score(2, 10, 0)));
        assertThat(ranking.among(List.of("2"), null).entries())
                .extracting(Entry::score)
                .containsExactly(5L);
    }

    private static Entry entry(long rank, long learner, long points, Instant reachedAt) {
        return new Entry(rank, Long.toString(learner), points, reachedAt, null, new Entry.Movement(rank));
    }

    private static Score score(long learner, long points, int corrections) {
        return Score.ofLearner(learner, points, START, corrections);
    }

    private static List<List<Score>> permutations(List<Score> updates) {
        if (updates.isEmpty()) {
            return List.of(List.of());
        }
        var all = new ArrayList<List<Score>>();
        for (var first : updates) {
            var rest = new ArrayList<>(updates);
            rest.remove(first);
            for (var remaining : permutations(rest)) {
                var order = new ArrayList<Score>();
                order.add(first);
                order.addAll(remaining);
                all.add(order);
            }
        }
        return all;
    }
}
