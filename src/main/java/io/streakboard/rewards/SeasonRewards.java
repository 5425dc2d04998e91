package io.streakboard.rewards;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.seasons.BoardCopies;
import io.streakboard.leaderboard.seasons.BoardCopies.Ranked;
import io.streakboard.leaderboard.seasons.FrozenBoard;
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
 * Gives the best learners of a settled season the rewards of their bands. Points are dated at the instant at which the
 * season ended, so they count for the next season. If that is sealed already, they are late, like any others. If the
 * event is delivered again, the ledger recognizes them by the name of the season. A learner who has nothing but rewards
 * in a season gets no reward for it: otherwise rewards would earn rewards, season after season.
 */
@Component
class SeasonRewards {

    private static final int BATCH = 500;

    private final RewardProperties properties;
    private final BoardCopies boards;
    private final PointsLedger ledger;
    private final RewardTable rewards;
    private final Seasons seasons;
    private final DeletedLearners deleted;

    SeasonRewards(
            RewardProperties properties,
            BoardCopies boards,
            PointsLedger ledger,
            RewardTable rewards,
            Seasons seasons,
            DeletedLearners deleted) {
        this.deleted = deleted;
        this.properties = properties;
        this.boards = boards;
        this.ledger = ledger;
        this.rewards = rewards;
        this.seasons = seasons;
    }

    /** Opens no transaction, as the ledger opens one for each try. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SeasonSettled settled) {
        var season = seasons.byId(settled.seasonId());
        var best = boards.top(FrozenBoard.settling(season), properties.lastRank());
        for (int from = 0; from < best.size(); from += BATCH) {
            give(season, best.subList(from, Math.min(from + BATCH, best.size())));
        }
    }

    private void give(Season season, List<Ranked> ranks) {
        var earners = ledger.earners(season, ranks.stream().map(Ranked::learner).toList());
        var gone = deleted.among(ranks.stream().map(Ranked::learner).toList());
        var given = new ArrayList<Reward>();
        var paid = new ArrayList<Claim>();
        for (var ranked : ranks) {
            if (ranked.learner() < 0 || gone.contains(ranked.learner())) {
                continue; // its learner was deleted
            }
            if (!earners.contains(ranked.learner())) {
                continue;
            }
            var band = properties.of(ranked.rank()).orElseThrow();
            given.add(new Reward(season.id(), ranked.learner(), ranked.rank(), band.points(), band.title()));
            if (band.points() > 0) {
                paid.add(new Claim(
                        ranked.learner(), Claim.SEASON_REWARD, season.name(), season.endsAt(), band.points()));
            }
        }
        ledger.post(paid);
        rewards.add(given);
    }
}
