package io.streakboard.leaderboard;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.PointsBoard;
import io.streakboard.leaderboard.seasons.PointsRollout;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.opening.BalancesOpened;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Writes new totals to the boards. Repeated or late delivery of an award cannot lower a total: see
 * {@code changes.lua}. The listener writes nothing to MySQL, so it opens no transaction.
 *
 * <p>An award for a deleted learner counts as long as the ledger still has the learner's points. The deletion removes
 * them from the ledger, except in a season that was sealed first.
 */
@Component
class BoardListener {

    private static final BinaryOperator<Award> NEWER =
            BinaryOperator.maxBy(Comparator.comparingInt(Award::corrections).thenComparingLong(Award::total));

    private final SeasonBoards boards;
    private final Seasons seasons;
    private final PointsTotals totals;
    private final DeletedLearners deleted;
    private final AllTimeBoard allTime;
    private final PointsRollout rollout;

    BoardListener(
            SeasonBoards boards,
            Seasons seasons,
            PointsTotals totals,
            DeletedLearners deleted,
            AllTimeBoard allTime,
            PointsRollout rollout) {
        this.rollout = rollout;
        this.allTime = allTime;
        this.boards = boards;
        this.seasons = seasons;
        this.totals = totals;
        this.deleted = deleted;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(PointsAwarded awarded) {
        rollout.note();
        awarded.awards().stream()
                .filter(award -> award.total() == 0 || !deleted.contains(award.learner()) || counts(award))
                .collect(groupingBy(Award::seasonId))
                .forEach((season, awards) -> update(seasons.byId(season), awards));
        allTime.update(awarded.awards().stream().map(Award::learner).toList());
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(BalancesOpened opened) {
        rollout.note();
        allTime.update(opened.learners());
    }

    private boolean counts(Award award) {
        return !seasons.byId(award.seasonId()).expired()
                && totals.of(award.seasonId(), award.learner())
                        .filter(total -> total.points() > 0)
                        .isPresent();
    }

    /** Skips settled seasons: Redis may have lost the mark that keeps their boards from taking updates. */
    private void update(Season season, List<Award> awards) {
        if (season.state() != State.SETTLED) {
            boards.live(season).update(newest(awards));
        }
    }

    private static List<Score> newest(List<Award> awards) {
        return awards.stream().collect(toMap(Award::learner, award -> award, NEWER)).values().stream()
                .map(PointsBoard::score)
                .toList();
    }
}
