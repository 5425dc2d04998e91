package io.streakboard.badges;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.badges.credentials.Achievement;
import io.streakboard.web.LocalizedText;
import java.util.List;
import org.junit.jupiter.api.Test;

class BadgeTests {

    @Test
    void theAchievementOfALevelHasItsNumberForN() {
        var badge = new Badge(
                "reader",
                LocalizedText.of("Reader"),
                LocalizedText.of("Finished so many lessons"),
                null,
                Condition.of("count(LESSON) >= N"),
                List.of(10L, 100L));

        assertThat(badge.achievement(100))
                .isEqualTo(new Achievement(
                        "/badges/reader/levels/100",
                        "Reader",
                        "Finished so many lessons",
                        "count(LESSON) >= 100",
                        null));
    }

    @Test
    void anEarlierLevelOfABadgeWithOneNumberKeepsItsOwn() {
        var badge = new Badge(
                "month",
                LocalizedText.of("A month"),
                LocalizedText.of("Signed in daily"),
                null,
                Condition.of("longest-streak >= 30"),
                List.of(30L));

        assertThat(badge.achievement(20).criteria()).isEqualTo("longest-streak >= 20");
    }
}
