package io.streakboard.leagues;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Metrics of leagues. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeagueMetrics {

    /** Time since the end of the oldest unverified week; 0 if there is none. */
    static final String OVERDUE = "streakboard.leagues.overdue";

    private final WeekTable weeks;
    private final BusinessTime time;

    LeagueMetrics(WeekTable weeks, BusinessTime time, MeterRegistry metrics) {
        this.weeks = weeks;
        this.time = time;
        Gauge.builder(OVERDUE, () -> overdue().toSeconds()).baseUnit("seconds").register(metrics);
    }

    Duration overdue() {
        return weeks.over(time.today()).stream()
                .limit(1)
                .map(week -> Duration.between(time.startOf(week.next()), time.now()))
                .findFirst()
                .orElse(Duration.ZERO);
    }
}
