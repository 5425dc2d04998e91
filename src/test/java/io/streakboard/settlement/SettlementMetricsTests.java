package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.season.Hold;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlementMetricsTests {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant MONTHS_AGO = Instant.parse("2025-03-01T00:00:00Z");

    private final Seasons seasons = mock();
    private final BusinessTime time = mock();
    private final MeterRegistry metrics = new SimpleMeterRegistry();

    SettlementMetricsTests() {
        given(time.now()).willReturn(NOW);
        new SettlementMetrics(mock(), seasons, time, metrics);
    }

    @Test
    void aSeasonIsOverdueSinceItsEnd() {
        has(season(1, State.ENDED, NOW.minusSeconds(300), MONTHS_AGO), season(2, State.OPEN, NOW.plusSeconds(1), NOW));

        assertThat(overdue()).isEqualTo(300);
    }

    @Test
    void aSeasonOfThePastIsOverdueSinceItWasMade() {
        has(season(1, State.ENDED, MONTHS_AGO, NOW.minusSeconds(60)));

        assertThat(overdue()).isEqualTo(60);
    }

    @Test
    void aSeasonThatIsHeldIsOverdueSinceTheLastSignOfAHolder() {
        has(season(1, State.ENDED, MONTHS_AGO, MONTHS_AGO));
        given(seasons.holds(1))
                .willReturn(List.of(
                        new Hold("import 7", "a file is being imported", null, NOW.minusSeconds(10)),
                        new Hold("import 8", "a file is being imported", null, NOW.minusSeconds(9000))));

        assertThat(overdue()).isEqualTo(10);
    }

    @Test
    void nothingIsOverdueThatIsSettledOrUnderWay() {
        has(season(1, State.SETTLED, MONTHS_AGO, MONTHS_AGO), season(2, State.OPEN, NOW.plusSeconds(1), NOW));

        assertThat(overdue()).isZero();
    }

    private double overdue() {
        return metrics.get(SettlementMetrics.OVERDUE).gauge().value();
    }

    private void has(Season... all) {
        given(seasons.newestFirst()).willReturn(List.of(all));
    }

    private static Season season(long id, State state, Instant endsAt, Instant createdAt) {
        return new Season(id, "of a test", endsAt.minusSeconds(1000), endsAt, state, null, null, createdAt, null);
    }
}
