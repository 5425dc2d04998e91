package io.streakboard.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.rewards.RewardRules.Band;
import io.streakboard.web.LocalizedText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RewardRulesTests {

    private static final Band GOLD = new Band(1, 500, LocalizedText.of("Champion"));
    private static final Band SILVER = new Band(10, 100, null);

    @Test
    void aBandBeginsAfterTheOneBefore() {
        var bands = List.of(GOLD, SILVER);

        assertThat(RewardRules.of(bands, 1)).contains(GOLD);
        assertThat(RewardRules.of(bands, 2)).contains(SILVER);
        assertThat(RewardRules.of(bands, 10)).contains(SILVER);
        assertThat(RewardRules.of(bands, 11)).isEmpty();
        assertThat(RewardRules.lastRank(bands)).isEqualTo(10);
        assertThat(RewardRules.lastRank(List.of())).isZero();
    }

    @Test
    void bandsThatDoNotGoDownAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RewardRules(List.of(SILVER, GOLD), false, Map.of(), true))
                .withMessageContaining("streakboard.rewards.bands[1].to-rank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RewardRules(List.of(), false, Map.of("cup", List.of(SILVER, GOLD)), true))
                .withMessageContaining("streakboard.rewards.boards.cup[1].to-rank");
    }
}
