package io.streakboard.leaderboard.seasons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.BoardDrift.Difference;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.scores.EditionRepair;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@IntegrationTest
class SeasonBoardsIntegrationTests {

    private final SeasonBoards boards;
    private final Activities activities;
    private final Seasons seasons;
    private final EditionRepair repair;
    private final LiveBoards live;
    private final BoardTable table;
    private final PointsTotals totals;
    private final BusinessTime time;

    SeasonBoardsIntegrationTests(
            SeasonBoards boards,
            Activities activities,
            Seasons seasons,
            EditionRepair repair,
            LiveBoards live,
            BoardTable table,
            PointsTotals totals,
            BusinessTime time) {
        this.boards = boards;
        this.activities = activities;
        this.seasons = seasons;
        this.repair = repair;
        this.live = live;
        this.table = table;
        this.totals = totals;
        this.time = time;
    }

    @Test
    void rebuildsWhileLearnersCollectPointsLoseNone() throws InterruptedException {
        var day = Instant.parse(Months.next() + "-10T04:00:00Z");
        var season = seasons.at(day);
        var learners = IntStream.range(0, 20).mapToObj(i -> Learners.next()).toList();
        var collect = IntStream.range(0, 12)
                .<Callable<Object>>mapToObj(round -> () -> activities.take(learners.stream()
                        .map(learner -> new Activity(learner, "REVIEW", "r" + round, day.plusSeconds(round)))
                        .toList()))
                .toList();
        await().until(() -> boards.live(season).complete());
        Callable<Object> rebuild = () -> {
            for (int i = 0; i < 10; i++) {
                repair.rebuild(boards.source(season));
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

        await().untilAsserted(() -> assertThat(boards.of(season)
                        .among(
                                learners.stream()
                                        .map(learner -> Long.toString(learner))
                                        .toList(),
                                null)
                        .entries())
                .hasSize(20)
                .extracting(Entry::score)
                .containsOnly(120L));
        assertThat(repair.drift(boards.source(season))).isEqualTo(new BoardDrift(20, 20, 0, 0, 0, List.of()));
    }

    @Test
    void driftTellsWhatIsMissingDifferentAndTooMuch() {
        var day = Instant.parse(Months.next() + "-10T04:00:00Z");
        var season = seasons.at(day);
        long gone = Learners.next();
        long lowered = Learners.next();
        activities.take(List.of(new Activity(gone, "REVIEW", "r", day), new Activity(lowered, "REVIEW", "r", day)));
        await().until(() -> boards.live(season).complete()
                && repair.drift(boards.source(season)).none());

        boards.live(season)
                .update(List.of(
                        Score.ofLearner(gone, 0, day, 1),
                        Score.ofLearner(Learners.next(), 1, day, 0),
                        Score.ofLearner(lowered, 9, day, 1)));

        assertThat(repair.drift(boards.source(season)))
                .isEqualTo(new BoardDrift(
                        2,
                        2,
                        1,
                        1,
                        1,
                        List.of(
                                new Difference(Long.toString(gone), 10L, null),
                                new Difference(Long.toString(lowered), 10L, 9L))));
        assertThat(repair.rebuild(boards.source(season))).isEqualTo(2);
        assertThat(repair.drift(boards.source(season)).none()).isTrue();
    }

    @Test
    void aBoardIsDividedByThePreviousSeasonBeforeItHasScores() {
        var rules = new BoardRules(List.of(), BoardRule.ofPoints(List.of("auto")));
        var divided = new SeasonBoards(live, table, totals, seasons, new PointsBoard(rules, Rules.TIEBREAKERS, time));
        var before = seasons.at(Instant.parse(Months.next(2) + "-10T04:00:00Z"));
        var season = seasons.at(before.endsAt());
        divided.divide(season);
        assertThat(divided.live(season).sizes()).containsExactly(0L);
        divided.live(before)
                .rebuild(
                        false,
                        List.of(),
                        to -> LongStream.rangeClosed(1, 20_000)
                                .forEach(
                                        learner -> to.accept(Score.ofLearner(learner, learner, before.startsAt(), 0))));

        divided.divide(season);

        assertThat(divided.live(season).sizes()).containsExactly(0L, 0L);
        divided.live(season).update(List.of(Score.ofLearner(7, 10_000, season.startsAt(), 0)));
        divided.live(season).update(List.of(Score.ofLearner(8, 10_001, season.startsAt(), 0)));
        assertThat(divided.live(season).sizes()).containsExactly(1L, 1L);
        divided.live(season).clear();
        divided.live(before).clear();
    }
}
