package io.streakboard.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.PointsRollout;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import org.junit.jupiter.api.Test;

@IntegrationTest
class BoardListenerIntegrationTests {

    private final BoardListener listener;
    private final SeasonBoards boards;
    private final Seasons seasons;

    BoardListenerIntegrationTests(
            SeasonBoards boards,
            Seasons seasons,
            PointsTotals totals,
            DeletedLearners deleted,
            AllTimeBoard allTime,
            PointsRollout rollout) {
        // the bean would answer before it is done
        this.listener = new BoardListener(boards, seasons, totals, deleted, allTime, rollout);
        this.boards = boards;
        this.seasons = seasons;
    }

    @Test
    void theSameAwardTwiceIsShownOnce() {
        var season = seasons.current();
        long learner = Learners.next();
        var awarded = new PointsAwarded(List.of(award(season, learner, 10, 0), award(season, learner, 20, 0)));

        listener.on(awarded);
        listener.on(awarded);

        assertThat(points(season, learner)).containsExactly(20L);
    }

    @Test
    void awardsInTheWrongOrderShowTheNewestTotal() {
        var season = seasons.current();
        long rising = Learners.next();
        long corrected = Learners.next();

        listener.on(new PointsAwarded(List.of(award(season, rising, 20, 0), award(season, corrected, 5, 1))));
        listener.on(new PointsAwarded(List.of(award(season, rising, 10, 0), award(season, corrected, 30, 0))));

        assertThat(points(season, rising)).containsExactly(20L);
        assertThat(points(season, corrected)).containsExactly(5L);
    }

    private List<Long> points(Season season, long learner) {
        return boards.of(season).among(List.of(Long.toString(learner)), null).entries().stream()
                .map(Entry::score)
                .toList();
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
                season.startsAt().plusSeconds(total),
                null,
                null,
                null);
    }
}
