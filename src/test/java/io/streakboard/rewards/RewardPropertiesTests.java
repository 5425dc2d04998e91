package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.rewards.RewardProperties.Band;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RewardPropertiesTests {

    private static final Band GOLD = new Band(1, 500, "Champion");
    private static final Band SILVER = new Band(10, 100, null);

    @Test
    void aBandBeginsAfterTheOneBefore() {
        var bands = List.of(GOLD, SILVER);

        assertThat(RewardProperties.of(bands, 1)).contains(GOLD);
        assertThat(RewardProperties.of(bands, 2)).contains(SILVER);
        assertThat(RewardProperties.of(bands, 10)).contains(SILVER);
        assertThat(RewardProperties.of(bands, 11)).isEmpty();
        assertThat(RewardProperties.lastRank(bands)).isEqualTo(10);
        assertThat(RewardProperties.lastRank(List.of())).isZero();
    }

    @Test
    void bandsThatDoNotGoDownAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RewardProperties(List.of(SILVER, GOLD), false, Map.of(), true))
                .withMessageContaining("streakboard.rewards.bands[1].to-rank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RewardProperties(List.of(), false, Map.of("cup", List.of(SILVER, GOLD)), true))
                .withMessageContaining("streakboard.rewards.boards.cup[1].to-rank");
    }
}
