package io.streakboard.settlement.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonProperties;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SealStepTests {

    private static final Season OCTOBER = month("2026-10");
    private static final SeasonProperties PROPERTIES = new SeasonProperties(
            YearMonth.of(2000, 1),
            24,
            2,
            Duration.ofMinutes(10),
            Duration.ofMinutes(2),
            Duration.ofHours(1),
            Duration.ofSeconds(2),
            null);

    private final Seasons seasons = mock(Seasons.class);
    private final PendingDeliveries pendingDeliveries = mock(PendingDeliveries.class);
    private final ParkedItems parked = mock(ParkedItems.class);
    private final BusinessTime time = mock(BusinessTime.class);
    private final SealStep step = new SealStep(seasons, pendingDeliveries, parked, PROPERTIES, time);

    @BeforeEach
    void nothingElseToWaitFor() {
        when(seasons.unsealedBefore(OCTOBER)).thenReturn(Optional.of(month("2026-09")));
        when(seasons.seal(anyLong())).thenReturn(List.of());
        when(pendingDeliveries.quietSince(any(), any())).thenReturn(true);
        when(pendingDeliveries.missing(OCTOBER)).thenReturn(Optional.empty());
        when(parked.leftOut(OCTOBER)).thenReturn(Optional.empty());
        minutesAfterTheEnd(30);
    }

    @Test
    void seasonsAreSealedInTheirOrder() {
        assertThat(perform(false)).isEqualTo(new Waiting("season 2026-09 to be sealed first"));

        when(seasons.unsealedBefore(OCTOBER)).thenReturn(Optional.empty());
        assertThat(perform(false)).isInstanceOf(Done.class);
    }

    @Test
    void anEarlierSeasonIsNotWaitedForLongerThanForQuietNorIfAnAdminWaivesIt() {
        assertThat(perform(true)).isInstanceOf(Done.class);

        minutesAfterTheEnd(71);
        assertThat(perform(false)).isInstanceOf(Done.class);
    }

    private void minutesAfterTheEnd(int minutes) {
        when(time.now()).thenReturn(OCTOBER.endsAt().plus(Duration.ofMinutes(minutes)));
    }

    private StepOutcome perform(boolean waived) {
        return step.perform(
                OCTOBER, new StepRow(Step.SEAL, StepRow.StepStatus.OPEN, 1, waived, null, null, null, null, null));
    }

    private static Season month(String name) {
        var start = Instant.parse(name + "-01T00:00:00Z");
        return new Season(1, name, start, start.plus(Duration.ofDays(31)), State.ENDED, null, null, start, null);
    }
}
