package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.rewards.RewardProperties.Band;
import java.util.List;
import org.junit.jupiter.api.Test;

class RewardPropertiesTests {

    private static final Band GOLD = new Band(1, 500, "Champion");
    private static final Band SILVER = new Band(10, 100, null);

    @Test
    void aBandBeginsAfterTheOneBefore() {
        var bands = new RewardProperties(List.of(GOLD, SILVER), false);

        assertThat(bands.of(1)).contains(GOLD);
        assertThat(bands.of(2)).contains(SILVER);
        assertThat(bands.of(10)).contains(SILVER);
        assertThat(bands.of(11)).isEmpty();
        assertThat(bands.lastRank()).isEqualTo(10);
        assertThat(new RewardProperties(List.of(), false).lastRank()).isZero();
    }

    @Test
    void bandsThatDoNotGoDownAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RewardProperties(List.of(SILVER, GOLD), false))
                .withMessageContaining("streakboard.rewards.bands[1].to-rank");
    }
}
