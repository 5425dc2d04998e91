package io.streakboard.rewards;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.BoardCopies.Ranked;
import io.streakboard.leaderboard.FrozenBoard;
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
 * Gives the best of a settled season what the bands say. Points belong to the instant at which the season ended, and
 * so to the next one; if that is sealed already, they are late, like any others. Delivered twice, the ledger knows them
 * by the name of the season. Whoever has done nothing in a season but receive rewards gets none for it: they would hand
 * themselves on from season to season, and through all months since one that is imported.
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

    /** Without a transaction of its own: the ledger has one around each try. */
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
                continue; // a rank that is nobody's any more
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
