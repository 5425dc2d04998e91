package io.streakboard.rewards;

import static org.mockito.Mockito.mock;

import io.streakboard.rulebook.Rulebook;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The same prizes at all times, or until an instant, without a rulebook. */
class FixedRewards extends RewardSection {

    private static final RewardRules NONE = new RewardRules(List.of(), false, Map.of(), true);

    private final Instant last;

    FixedRewards(RewardRules rules) {
        this(rules, Instant.MAX);
    }

    /** @param last afterwards there are no prizes */
    FixedRewards(RewardRules rules, Instant last) {
        super(rules, mock(Rulebook.class));
        this.last = last;
    }

    @Override
    RewardRules at(Instant instant) {
        return instant.isAfter(last) ? NONE : configured();
    }
}
