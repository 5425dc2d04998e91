package io.streakboard.web.admin;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.web.TodayFigures;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * The metrics beyond the limit at which {@code docs/monitoring/alerts.yaml} alerts, without its waiting time: what needs
 * an admin's attention.
 */
@Component
class MetricLimits implements TodayFigures {

    /** @param value the sum over all tags, as far as beyond the limit */
    record Attention(String metric, double value) {}

    private record Limit(String metric, double value) {}

    private static final String STORE_UP = "streakboard.store.up";

    private static final List<Limit> ABOVE = List.of(
            new Limit("streakboard.journal.lag", 60),
            new Limit("streakboard.journal.parked", 0),
            new Limit("streakboard.events.open", 100),
            new Limit("streakboard.events.parked", 0),
            new Limit("streakboard.feed.lag", 60),
            new Limit("streakboard.webhooks.tries", 8),
            new Limit("streakboard.webhooks.lag", 10_000),
            new Limit("streakboard.webhooks.parked", 0),
            new Limit("streakboard.settlement.mismatch", 0),
            new Limit("streakboard.settlement.overdue", 7_200),
            new Limit("streakboard.leagues.overdue", 3_600),
            new Limit("streakboard.board.final.tries", 10),
            new Limit("streakboard.board.drift", 0),
            new Limit("streakboard.board.bucket.largest", 1_000_000),
            new Limit("streakboard.board.degraded", 0),
            new Limit("streakboard.signin.degraded", 0),
            new Limit("streakboard.signin.drift", 0),
            new Limit("hikaricp.connections.pending", 0));

    private final MeterRegistry metrics;

    MetricLimits(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public String section() {
        return "attention";
    }

    /** The gauges of the journal read each partition in Redis. */
    @Override
    public Duration freshFor() {
        return Duration.ofSeconds(10);
    }

    @Override
    public List<Attention> figures() {
        var away = isAStoreAway() ? Stream.of(new Attention(STORE_UP, 0)) : Stream.<Attention>empty();
        var above = ABOVE.stream()
                .map(limit -> new Attention(limit.metric(), sumAbove(limit)))
                .filter(found -> found.value() > 0);
        return Stream.concat(away, above).toList();
    }

    private double sumAbove(Limit limit) {
        return metrics.find(limit.metric()).gauges().stream()
                .mapToDouble(Gauge::value)
                .filter(value -> value > limit.value())
                .sum();
    }

    private boolean isAStoreAway() {
        return metrics.find(STORE_UP).gauges().stream().anyMatch(up -> up.value() < 1);
    }
}
