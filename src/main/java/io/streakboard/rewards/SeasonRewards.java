package io.streakboard.rewards;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.points.PointsLedger;
import io.streakboard.rewards.RewardRules.Band;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import java.util.ArrayList;
import java.util.List;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Gives the best learners of a settled season the rewards of their bands, by the rules at its end. A learner with nothing but rewards in a
 * season takes no place here; the next learner moves up. Otherwise rewards would earn rewards, season after season.
 *
 * <p>Points are dated at the instant when the season ended, so they count for the next season; if that is sealed, they
 * are late like any other points. A season that was imported after its end is rewarded only if that is configured; its
 * points are dated at the import.
 */
@Component
class SeasonRewards {

    private static final int PAGE_SIZE = 500;

    private final RewardSection rules;
    private final BoardArchiver boards;
    private final PointsLedger ledger;
    private final Prizes prizes;
    private final Seasons seasons;
    private final DeletedLearners deleted;

    SeasonRewards(
            RewardSection rules,
            BoardArchiver boards,
            PointsLedger ledger,
            Prizes prizes,
            Seasons seasons,
            DeletedLearners deleted) {
        this.deleted = deleted;
        this.rules = rules;
        this.boards = boards;
        this.ledger = ledger;
        this.prizes = prizes;
        this.seasons = seasons;
    }

    /** Opens no transaction, as the ledger opens one for each try. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SeasonSettled settled) {
        var season = seasons.byId(settled.seasonId());
        var inForce = rules.at(season.endsAt());
        if (isHistory(season) && !inForce.history()) {
            return;
        }
        var board = SettlementSource.settling(season);
        int given = 0;
        for (long first = 1; given < RewardRules.lastRank(inForce.bands()); first += PAGE_SIZE) {
            var ranks = boards.ranks(board, first, PAGE_SIZE);
            if (ranks.isEmpty()) {
                return;
            }
            given += give(season, inForce, earners(season, ranks), given);
        }
    }

    private static boolean isHistory(Season season) {
        return !season.createdAt().isBefore(season.endsAt());
    }

    /** The learners among some ranks with points other than rewards; negative: deleted earlier. */
    private List<Long> earners(Season season, List<Standing> ranks) {
        var learners = ranks.stream().map(Standing::learner).toList();
        var earners = ledger.earners(season, learners);
        var gone = deleted.among(learners);
        return learners.stream()
                .filter(learner -> learner < 0 || gone.contains(learner) || earners.contains(learner))
                .toList();
    }

    /** @param ahead number of rewarded ranks before these */
    private int give(Season season, RewardRules inForce, List<Long> learners, int ahead) {
        var given = new ArrayList<Prize>();
        for (int i = 0; i < learners.size(); i++) {
            long learner = learners.get(i);
            int place = ahead + i + 1;
            if (learner > 0) {
                RewardRules.of(inForce.bands(), place)
                        .map(band -> prize(season, learner, place, band))
                        .ifPresent(given::add);
            }
        }
        prizes.give(given, inForce.ranked());
        return learners.size();
    }

    private static Prize prize(Season season, long learner, int place, Band band) {
        return new Prize(
                season.id(),
                Prize.POINTS_BOARD,
                season.name(),
                learner,
                place,
                band.points(),
                band.defaultTitle(),
                isHistory(season) ? season.createdAt() : season.endsAt());
    }
}
