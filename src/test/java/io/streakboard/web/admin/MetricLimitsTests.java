package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.web.admin.MetricLimits.Attention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricLimitsTests {

    /** An alert on gauges: its metric, as Prometheus names it, and its limit. */
    private static final Pattern ALERT = Pattern.compile(
            "expr: .*?(?:max|sum)[^(]*\\(.*?([a-z]+_[a-z_]+?)(?:_seconds)?\\)+(?:\\[\\S+])?\\)* > (\\d+)");

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final MetricLimits limits = new MetricLimits(metrics);

    @Test
    void nothingNeedsAttentionWithinTheLimits() {
        gauge("streakboard.journal.lag", 60, "partition", "0");
        gauge("streakboard.events.parked", 0);
        gauge("streakboard.store.up", 1, "store", "redis");
        gauge("streakboard.board.drift", Double.NaN);

        assertThat(limits.figures()).isEmpty();
    }

    @Test
    void addsUpWhatIsBeyond() {
        gauge("streakboard.journal.parked", 2, "partition", "0");
        gauge("streakboard.journal.parked", 3, "partition", "1");
        gauge("streakboard.journal.lag", 61, "partition", "0");
        gauge("streakboard.journal.lag", 4, "partition", "1");

        assertThat(limits.figures())
                .containsExactly(
                        new Attention("streakboard.journal.lag", 61), new Attention("streakboard.journal.parked", 5));
    }

    @Test
    void aStoreThatIsAwayComesFirst() {
        gauge("streakboard.events.parked", 1);
        gauge("streakboard.store.up", 1, "store", "redis");
        gauge("streakboard.store.up", 0, "store", "mysql");

        assertThat(limits.figures())
                .containsExactly(
                        new Attention("streakboard.store.up", 0), new Attention("streakboard.events.parked", 1));
    }

    @Test
    void theLimitsAreThoseOfTheAlerts() throws IOException {
        var alerts = ALERT.matcher(Files.readString(Path.of("docs/monitoring/alerts.yaml")))
                .results()
                .toList();
        assertThat(alerts).hasSizeGreaterThan(15);

        for (var alert : alerts) {
            var metric = alert.group(1).replace('_', '.');
            double limit = Double.parseDouble(alert.group(2));
            var of = new SimpleMeterRegistry();
            of.gauge(metric, limit + 1);
            assertThat(new MetricLimits(of).figures()).as(metric).containsExactly(new Attention(metric, limit + 1));
            var within = new SimpleMeterRegistry();
            within.gauge(metric, limit);
            assertThat(new MetricLimits(within).figures()).as(metric).isEmpty();
        }
    }

    private void gauge(String name, double value, String... tags) {
        metrics.gauge(name, Tags.of(tags), value);
    }
}
