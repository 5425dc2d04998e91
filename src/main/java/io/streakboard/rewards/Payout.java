package io.streakboard.rewards;

import static java.util.stream.Collectors.toSet;

import io.streakboard.points.Claim;
import io.streakboard.points.Outcome;
import io.streakboard.points.PointsLedger;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Pays the points of rewards, if these are to be ranked. */
class Payout {

    private final boolean ranked;
    private final PointsLedger ledger;

    Payout(boolean ranked, PointsLedger ledger) {
        this.ranked = ranked;
        this.ledger = ledger;
    }

    /** Returns the rewards whose points the ledger did not refuse. */
    <T> List<T> pay(List<T> rewards, Function<T, Claim> claim) {
        var paid = rewards.stream()
                .filter(reward -> ranked && claim.apply(reward).points() > 0)
                .toList();
        var verdicts = ledger.post(paid.stream().map(claim).toList());
        var refused = IntStream.range(0, paid.size())
                .filter(i -> verdicts.get(i).outcome() == Outcome.INVALID)
                .mapToObj(paid::get)
                .collect(toSet());
        return rewards.stream().filter(reward -> !refused.contains(reward)).toList();
    }
}
