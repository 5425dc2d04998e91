package io.streakboard.rewards;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.seasons.SettlementSource;
import io.streakboard.points.Claim;
import io.streakboard.points.PointsLedger;
import io.streakboard.season.Season;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import java.util.ArrayList;
import java.util.List;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Gives the best learners of a settled season the rewards of their bands. A learner with nothing but rewards in a
 * season takes no place here; the next learner moves up. Otherwise rewards would earn rewards, season after season.
 *
 * <p>Points are dated at the instant when the season ended, so they count for the next season; if that is sealed, they
 * are late like any other points. A season that was imported after its end is rewarded only if that is configured; its
 * points are dated at the import. If the event is delivered again, the ledger recognizes them by the name of the season
 * and that date.
 */
@Component
class SeasonRewards {

    private static final int PAGE_SIZE = 500;

    private final RewardProperties properties;
    private final BoardArchiver boards;
    private final PointsLedger ledger;
    private final Payout<Reward> payout;
    private final Seasons seasons;
    private final DeletedLearners deleted;

    SeasonRewards(
            RewardProperties properties,
            BoardArchiver boards,
            PointsLedger ledger,
            RewardTable rewards,
            Seasons seasons,
            DeletedLearners deleted) {
        this.deleted = deleted;
        this.properties = properties;
        this.boards = boards;
        this.ledger = ledger;
        this.payout = new Payout<>(properties.ranked(), rewards, ledger, deleted);
        this.seasons = seasons;
    }

    /** Opens no transaction, as the ledger opens one for each try. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SeasonSettled settled) {
        var season = seasons.byId(settled.seasonId());
        if (isHistory(season) && !properties.history()) {
            return;
        }
        var board = SettlementSource.settling(season);
        int given = 0;
        for (long first = 1; given < RewardProperties.lastRank(properties.bands()); first += PAGE_SIZE) {
            var ranks = boards.ranks(board, first, PAGE_SIZE);
            if (ranks.isEmpty()) {
                return;
            }
            given += give(season, earners(season, ranks), given);
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
    private int give(Season season, List<Long> learners, int ahead) {
        var given = new ArrayList<Reward>();
        for (int i = 0; i < learners.size(); i++) {
            long learner = learners.get(i);
            int place = ahead + i + 1;
            if (learner > 0) {
                RewardProperties.of(properties.bands(), place)
                        .map(band -> new Reward(season.id(), learner, place, band.points(), band.title()))
                        .ifPresent(given::add);
            }
        }
        pay(season, given);
        return learners.size();
    }

    private void pay(Season season, List<Reward> given) {
        var at = isHistory(season) ? season.createdAt() : season.endsAt();
        payout.pay(
                given, reward -> new Claim(reward.learner(), Claim.SEASON_REWARD, season.name(), at, reward.points()));
    }
}
