package io.streakboard.rewards;

import io.streakboard.identity.PersonalData;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** The prizes of settled seasons in a learner's export. */
@Component
class RewardData implements PersonalData {

    record Reward(
            long season,
            @JsonSerialize(using = ToStringSerializer.class) long learner,
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
