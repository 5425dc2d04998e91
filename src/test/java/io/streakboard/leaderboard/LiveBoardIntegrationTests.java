package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.LiveBoard.Update;
import io.streakboard.points.Activities;
import io.streakboard.points.Activity;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

@IntegrationTest
class LiveBoardIntegrationTests {

    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");
    private static final int NOBODY = 0;

    private final LiveBoard board;
    private final FixedBoard fixed;
    private final SeasonBoards boards;
    private final BoardListener listener;
    private final Activities activities;
    private final Seasons seasons;
    private final StringRedisTemplate redis;

    LiveBoardIntegrationTests(
            LiveBoard board,
            FixedBoard fixed,
            SeasonBoards boards,
            Activities activities,
            Seasons seasons,
            PointsTotals totals,
            DeletedLearners deleted,
            StringRedisTemplate redis) {
        this.board = board;
        this.fixed = fixed;
        this.boards = boards;
        this.listener = new BoardListener(board, seasons, totals, deleted);
        this.activities = activities;
        this.seasons = seasons;
        this.redis = redis;
    }

    @Test
    void anOlderTotalNeverOverwritesANewerOneInAnyOrder() {
        // 10, then 30, a deduction to 15, then 25, a deduction to nothing, then 5: the last holds.
        var history = List.of(
                update(1, 10, 0),
                update(1, 30, 0),
                update(1, 15, 1),
                update(1, 25, 1),
                update(1, 0, 2),
                update(1, 5, 2));

        permutations(history).forEach(order -> {
            var season = season();
            order.forEach(each -> board.update(season.id(), List.of(each)));
            assertThat(board.standings(season, List.of(1L)))
                    .as("%s", order)
                    .extracting(Standing::points)
                    .containsExactly(5L);
            board.clear(season.id());
        });
    }

    @Test
    void whoLosesAllPointsLeavesTheBoardForGood() {
        var season = season();

        board.update(season.id(), List.of(update(1, 0, 1)));
        board.update(season.id(), List.of(update(1, 40, 0)));

        assertThat(board.members(season.id())).isZero();
    }

    @Test
    void aRebuildDoesNotBringBackABoardThatIsCleared() {
        var season = season();
        var rebuild = board.rebuild(season.id(), false);
        rebuild.add(update(1, 10, 0));

        board.clear(season.id());

        assertThatIllegalStateException().isThrownBy(rebuild::finish);
        assertThat(redis.keys("streakboard:board:{season:" + season.id() + "}:*"))
                .isEmpty();
    }

    @Test
    void aSealedBoardTakesNothing() {
        var season = season();
        board.update(season.id(), List.of(update(1, 10, 0)));

        board.seal(season.id());
        board.update(season.id(), List.of(update(1, 20, 0), update(2, 10, 0)));

        assertThat(board.page(season, 0, 10, NOBODY).standings()).containsExactly(new Standing(1, 1, 10, START));
    }

    @Test
    void aClearedBoardStaysSealed() {
        var season = season();
        board.seal(season.id());
        board.clear(season.id());

        board.update(season.id(), List.of(update(1, 20, 0)));

        assertThat(board.members(season.id())).isZero();
    }

    @Test
    void ofEqualPointsWhoGotThereFirstIsAhead() {
        var season = season();
        var score = BoardScore.of(season);

        board.update(
                season.id(),
                List.of(
                        new Update(1, score.pack(10, START.plusSeconds(30)), 0),
                        new Update(2, score.pack(10, START.plusSeconds(10)), 0),
                        new Update(3, score.pack(10, START.plusSeconds(20)), 0),
                        new Update(4, score.pack(11, START.plusSeconds(99)), 0)));

        assertThat(board.page(season, 0, 10, 1).standings())
                .extracting(Standing::learner)
                .containsExactly(4L, 2L, 3L, 1L);
        assertThat(board.page(season, 0, 10, 1).mine()).isEqualTo(new Standing(4, 1, 10, START.plusSeconds(30)));
    }

    @Test
    void ofEqualPointsInTheSameSecondTheLowerIdIsAheadInEveryRead() {
        var season = season();
        var learners = List.of(100_000L, 9L, 99_999L, 10L, 1L, Long.MAX_VALUE, 2L);
        var ranked = learners.stream().sorted().toList();

        board.update(
                season.id(),
                learners.stream().map(learner -> update(learner, 10, 0)).toList());

        assertThat(board.page(season, 0, 10, NOBODY).standings())
                .extracting(Standing::learner)
                .isEqualTo(ranked);
        assertThat(board.around(season, 10, 9).standings())
                .extracting(Standing::learner)
                .isEqualTo(ranked);
        assertThat(board.standings(season, learners))
                .extracting(Standing::learner)
                .isEqualTo(ranked);
        assertThat(fixed.ranks(BoardCopy.settling(season), 1, 10))
                .extracting(Standing::learner)
                .isEqualTo(ranked);
    }

    @Test
    void whoAsksForAListSeesTheOwnRankBesideIt() {
        var season = season();
        board.update(season.id(), List.of(update(1, 30, 0), update(2, 20, 0), update(3, 10, 0)));

        var others = board.among(season, List.of(3L, 1L, 3L), 2);
        var withOneself = board.among(season, List.of(3L, 2L), 2);

        assertThat(others.total()).isEqualTo(3);
        assertThat(others.standings()).extracting(Standing::learner).containsExactly(1L, 3L);
        assertThat(others.mine()).isEqualTo(new Standing(2, 2, 20, START));
        assertThat(withOneself.standings()).extracting(Standing::learner).containsExactly(2L, 3L);
        assertThat(board.among(season, List.of(), 99).mine()).isNull();
    }

    @Test
    void aPageAStretchAndAListShowTheSameRanks() {
        var season = season();
        board.update(
                season.id(),
                IntStream.rangeClosed(1, 30)
                        .mapToObj(i -> update(i, 100 - i, 0))
                        .toList());

        var page = board.page(season, 10, 5, 3);
        assertThat(page.total()).isEqualTo(30);
        assertThat(page.standings()).extracting(Standing::rank).containsExactly(11L, 12L, 13L, 14L, 15L);
        assertThat(page.standings()).extracting(Standing::learner).containsExactly(11L, 12L, 13L, 14L, 15L);
        assertThat(board.page(season, 1_000_000_000L, 5, NOBODY).standings()).isEmpty();
        assertThat(board.around(season, 2, 2).standings())
                .extracting(Standing::learner)
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(board.around(season, 2, 30).standings())
                .extracting(Standing::rank)
                .containsExactly(28L, 29L, 30L);
        assertThat(board.around(season, 2, 99).standings()).isEmpty();
        assertThat(board.standings(season, List.of(20L, 99L, 5L)))
                .extracting(Standing::rank)
                .containsExactly(5L, 20L);
    }

    @Test
    void theHighestScoreThatFitsIsShownExactly() {
        var season = season();
        var score = BoardScore.of(season);
        board.update(
                season.id(),
                List.of(
                        new Update(1, score.pack(score.mostPoints(), START), 0),
                        new Update(2, score.pack(score.mostPoints(), START.plusSeconds(1)), 0)));

        assertThat(board.page(season, 0, 2, NOBODY).standings())
                .containsExactly(
                        new Standing(1, 1, score.mostPoints(), START),
                        new Standing(2, 2, score.mostPoints(), START.plusSeconds(1)));
    }

    @Test
    void aRebuildKeepsWhatArrivesMeanwhileAndDropsWhatIsNotInTheLedger() {
        var season = season();
        board.update(season.id(), List.of(update(1, 10, 0), update(2, 10, 0), update(9, 10, 0)));

        var rebuild = board.rebuild(season.id(), false);
        rebuild.add(update(1, 10, 0));
        board.update(season.id(), List.of(update(1, 30, 0), update(2, 5, 1), update(3, 7, 0)));
        rebuild.add(update(2, 10, 0));
        assertThat(board.members(season.id())).as("shown meanwhile").isEqualTo(4);
        assertThat(rebuild.finish()).isEqualTo(3);

        assertThat(board.page(season, 0, 10, NOBODY).standings())
                .extracting(Standing::learner, Standing::points)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 30L),
                        org.assertj.core.groups.Tuple.tuple(3L, 7L),
                        org.assertj.core.groups.Tuple.tuple(2L, 5L));
        board.update(season.id(), List.of(update(2, 10, 0)));
        assertThat(board.standings(season, List.of(2L)))
                .extracting(Standing::points)
                .containsExactly(5L);
    }

    @Test
    void rebuildsWhileLearnersCollectPointsLoseNone() throws InterruptedException {
        var day = Instant.parse("2016-03-10T04:00:00Z");
        var season = seasons.at(day);
        var learners = IntStream.range(0, 20).mapToObj(i -> Learners.next()).toList();
        var collect = IntStream.range(0, 12)
                .<Callable<Object>>mapToObj(round -> () -> activities.take(learners.stream()
                        .map(learner -> new Activity(learner, "REVIEW", "r" + round, day.plusSeconds(round)))
                        .toList()))
                .toList();
        await().until(() -> boards.complete(season));
        Callable<Object> rebuild = () -> {
            for (int i = 0; i < 10; i++) {
                boards.rebuild(season);
            }
            return season;
        };

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = new ArrayList<>(collect);
            tasks.add(rebuild);
            for (var task : threads.invokeAll(tasks)) {
                task.resultNow();
            }
        }

        await().untilAsserted(() -> assertThat(board.standings(season, learners))
                .hasSize(20)
                .extracting(Standing::points)
                .containsOnly(120L));
        assertThat(boards.drift(season)).isEqualTo(new SeasonBoards.Drift(20, 20, 0, 0, 0));
    }

    @Test
    void driftTellsWhatIsMissingDifferentAndTooMuch() {
        var day = Instant.parse("2016-04-10T04:00:00Z");
        var season = seasons.at(day);
        var learners = List.of(Learners.next(), Learners.next());
        activities.take(learners.stream()
                .map(learner -> new Activity(learner, "REVIEW", "r", day))
                .toList());
        await().until(() -> boards.complete(season) && boards.drift(season).none());

        board.update(season.id(), List.of(update(learners.getFirst(), 0, 1), update(Learners.next(), 1, 0)));
        board.update(season.id(), List.of(update(learners.getLast(), 9, 1)));

        assertThat(boards.drift(season)).isEqualTo(new SeasonBoards.Drift(2, 2, 1, 1, 1));
        assertThat(boards.rebuild(season)).isEqualTo(2);
        assertThat(boards.drift(season).none()).isTrue();
    }

    @Test
    void theSameAwardTwiceIsShownOnce() {
        var season = seasons.current();
        long learner = Learners.next();
        var awarded = new PointsAwarded(List.of(award(season, learner, 10, 0), award(season, learner, 20, 0)));

        listener.on(awarded);
        listener.on(awarded);

        assertThat(board.standings(season, List.of(learner)))
                .extracting(Standing::points)
                .containsExactly(20L);
    }

    @Test
    void awardsInTheWrongOrderShowTheNewestTotal() {
        var season = seasons.current();
        long rising = Learners.next();
        long corrected = Learners.next();

        listener.on(new PointsAwarded(List.of(award(season, rising, 20, 0), award(season, corrected, 5, 1))));
        listener.on(new PointsAwarded(List.of(award(season, rising, 10, 0), award(season, corrected, 30, 0))));

        assertThat(board.standings(season, List.of(rising)))
                .extracting(Standing::points)
                .containsExactly(20L);
        assertThat(board.standings(season, List.of(corrected)))
                .extracting(Standing::points)
                .containsExactly(5L);
    }

    private static Award award(Season season, long learner, long total, int corrections) {
        return new Award(
                learner,
                season.id(),
                "REVIEW",
                10,
                "source",
                total,
                corrections,
                season.startsAt().plusSeconds(total));
    }

    private static Update update(long learner, long points, int corrections) {
        return new Update(learner, BoardScore.of(season(0)).pack(points, START), corrections);
    }

    /** A season of Redis alone. */
    private static Season season() {
        return season(Learners.next());
    }

    private static Season season(long id) {
        return new Season(id, "test", START, START.plus(Duration.ofDays(30)), State.OPEN, null, null, START, null);
    }

    private static List<List<Update>> permutations(List<Update> updates) {
        if (updates.isEmpty()) {
            return List.of(List.of());
        }
        var all = new ArrayList<List<Update>>();
        for (var first : updates) {
            var rest = new ArrayList<>(updates);
            rest.remove(first);
            for (var tail : permutations(rest)) {
                var order = new ArrayList<Update>();
                order.add(first);
                order.addAll(tail);
                all.add(order);
            }
        }
        return all;
    }
}
