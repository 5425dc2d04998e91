package io.streakboard.rewards;

import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.Claim;
import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * Records prizes, then pays the recorded points, if points of prizes are ranked. So record and ledger agree even if two
 * deliveries of an event find different rules.
 */
@Component
class Prizes {

    private final PrizeTable table;
    private final PointsLedger ledger;
    private final DeletedLearners deleted;

    Prizes(PrizeTable table, PointsLedger ledger, DeletedLearners deleted) {
        this.table = table;
        this.ledger = ledger;
        this.deleted = deleted;
    }

    /**
     * Gives prizes of one ranking. Removes those that the ledger refuses: the season may have expired, or the learner
     * was deleted.
     *
     * @param ranked whether points of prizes are ranked, see {@link RewardRules}
     */
    void give(List<Prize> prizes, boolean ranked) {
        if (prizes.isEmpty()) {
            return;
        }
        var recorded = table.record(prizes);
        var gone = deleted.among(recorded.stream().map(Prize::learner).toList());
        var due = recorded.stream()
                .filter(prize -> ranked && prize.points() > 0 && !gone.contains(prize.learner()))
                .map(Prize::claim)
                .toList();
        var verdicts = ledger.post(due);
        var refused = IntStream.range(0, due.size())
                .filter(i -> verdicts.get(i).outcome() == Outcome.INVALID)
                .mapToObj(due::get)
                .map(Claim::learner)
                .collect(toSet());
        refused.addAll(gone);
        table.remove(recorded.stream()
                .filter(prize -> refused.contains(prize.learner()))
                .toList());
    }
}
