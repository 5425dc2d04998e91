package io.streakboard.rewards;

import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.points.Claim;
import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Records rewards, then pays the recorded points, if points of rewards are ranked. So record and ledger agree even if
 * the configuration changes between two deliveries of an event.
 */
class Payout<T> {

    /** The table with the rewards of learners. */
    interface Rewards<T> {

        /** Adds rewards and returns the stored ones: existing rows stay unchanged. */
        List<T> record(List<T> rewards);

        void remove(List<T> rewards);
    }

    private final boolean ranked;
    private final Rewards<T> table;
    private final PointsLedger ledger;
    private final DeletedLearners deleted;

    Payout(boolean ranked, Rewards<T> table, PointsLedger ledger, DeletedLearners deleted) {
        this.ranked = ranked;
        this.table = table;
        this.ledger = ledger;
        this.deleted = deleted;
    }

    /** Removes rewards that the ledger refuses: the season may have expired, or the learner was deleted. */
    void pay(List<T> rewards, Function<T, Claim> claim) {
        if (rewards.isEmpty()) {
            return;
        }
        var recorded = table.record(rewards);
        var claims = recorded.stream().map(claim).toList();
        var gone = deleted.among(claims.stream().map(Claim::learner).toList());
        var due = claims.stream()
                .filter(each -> ranked && each.points() > 0 && !gone.contains(each.learner()))
                .toList();
        var verdicts = ledger.post(due);
        var refused = IntStream.range(0, due.size())
                .filter(i -> verdicts.get(i).outcome() == Outcome.INVALID)
                .mapToObj(i -> due.get(i).learner())
                .collect(toSet());
        refused.addAll(gone);
        table.remove(IntStream.range(0, claims.size())
                .filter(i -> refused.contains(claims.get(i).learner()))
                .mapToObj(recorded::get)
                .toList());
    }
}
