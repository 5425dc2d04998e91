package io.streakboard.leaderboard;

import static java.util.stream.Collectors.groupingBy;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.LiveBoard.Update;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Writes new totals to the boards. What is delivered twice or late cannot lower a total: see {@code update.lua}. Nothing
 * here is written to MySQL, so no transaction is opened.
 *
 * <p>What is on its way for a deleted learner, perhaps parked for long, counts as far as the ledger still has it: it no
 * longer does once the deletion got there, and still does in a season that was sealed first.
 */
@Component
class BoardListener {

    private static final BinaryOperator<Award> NEWER =
            BinaryOperator.maxBy(Comparator.comparingInt(Award::corrections).thenComparingLong(Award::total));

    private final LiveBoard board;
    private final Seasons seasons;
    private final PointsTotals totals;
    private final DeletedLearners deleted;

    BoardListener(LiveBoard board, Seasons seasons, PointsTotals totals, DeletedLearners deleted) {
        this.deleted = deleted;
        this.totals = totals;
        this.board = board;
        this.seasons = seasons;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(PointsAwarded awarded) {
        awarded.awards().stream()
                .filter(award -> award.total() == 0 || !deleted.contains(award.learner()) || counts(award))
                .collect(groupingBy(Award::seasonId))
                .forEach((season, awards) -> update(seasons.byId(season), awards));
    }

    /** Nothing for a settled season: Redis may have lost the mark that its board takes no more. */
    private void update(Season season, List<Award> awards) {
        if (season.state() != State.SETTLED) {
            board.update(season.id(), updates(season, awards));
        }
    }

    private boolean counts(Award award) {
        return !seasons.byId(award.seasonId()).expired()
                && totals.of(award.seasonId(), award.learner())
                        .filter(total -> total.points() > 0)
                        .isPresent();
    }

    private static List<Update> updates(Season season, List<Award> awards) {
        var score = BoardScore.of(season);
        return awards.stream().collect(Collectors.toMap(Award::learner, award -> award, NEWER)).values().stream()
                .map(award ->
                        new Update(award.learner(), score.pack(award.total(), award.reachedAt()), award.corrections()))
                .toList();
    }
}
