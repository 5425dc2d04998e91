package io.streakboard.rewards;

import io.streakboard.identity.PersonalData;
import io.streakboard.web.LearnerKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The prizes of settled seasons in a learner's export. */
@Component
class RewardData implements PersonalData {

    record Reward(
            long season,
            @LearnerKey long learner,
            long rank,
            int points,
            @Nullable String title) {}

    private final PrizeTable prizes;

    RewardData(PrizeTable prizes) {
        this.prizes = prizes;
    }

    @Override
    public String section() {
        return "rewards";
    }

    @Override
    public List<Reward> of(long learner) {
        return prizes.ofSeasons(learner).stream()
                .map(each -> new Reward(each.edition(), learner, each.rank(), each.points(), each.title()))
                .toList();
    }
}
