package io.streakboard.points;

import io.streakboard.season.Season;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Service;

/** Pays what other modules decide on, of types of their own: without a cap, each source once. */
@Service
public class Bonuses {

    /** The type of what a rank in a season pays; its source is the name of the season. */
    public static final String SEASON_REWARD = "SEASON_REWARD";

    /** @param activity what it is paid for; its time decides day and season */
    public record Bonus(Activity activity, int points) {}

    private final PointsLedger ledger;
    private final LedgerTable records;

    Bonuses(PointsLedger ledger, LedgerTable records) {
        this.ledger = ledger;
        this.records = records;
    }

    /** Pays in one transaction and tells what became of each, in the given order. */
    public List<ActivityResult> pay(List<Bonus> bonuses) {
        return ledger.post(bonuses.stream()
                .map(bonus -> ledger.posting(bonus.activity(), bonus.points()))
                .toList());
    }

    /** Those of some learners who have earned points in a season by more than rewards; all, if its ledger has expired. */
    public Set<Long> earners(Season season, List<Long> learners) {
        return season.expired() ? Set.copyOf(learners) : records.earners(season.id(), learners, SEASON_REWARD);
    }
}
