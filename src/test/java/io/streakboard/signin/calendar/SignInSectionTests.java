package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.rulebook.Rulebook;
import io.streakboard.signin.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignInSectionTests {

    private static final SignInRules TEN = rules("ladder=10");

    private static SignInRules rules(String... settings) {
        return Settings.of(SignInRules.class, settings);
    }

    private static boolean countAlike(SignInRules... versions) {
        var rulebook = mock(Rulebook.class);
        when(rulebook.between(any(), anyLong(), anyLong())).thenReturn(List.of((Object[]) versions));
        return new SignInSection(TEN, rulebook).countAlike(1, versions.length);
    }

    @Test
    void versionsWithOtherPayCountStreaksAlike() {
        assertThat(countAlike(TEN, rules("ladder=20", "milestones.7=50"), TEN)).isTrue();
    }

    @Test
    void oneWithoutFreezesOrWithMonthsOfTheirOwnDoesNot() {
        assertThat(countAlike(TEN, rules("ladder=10", "monthly-reset=true"), TEN))
                .isFalse();
        assertThat(countAlike(rules("ladder=10", "freezes.quota=2"), TEN)).isFalse();
    }
}
