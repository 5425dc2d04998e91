package io.streakboard.signin.journal;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.signin.partition.Partitions;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How the journal is drained. The gauges read Redis: they show the same on every instance. */
@Component
class JournalMetrics {

    /** Entries that are not in MySQL yet, by {@code partition}. */
    static final String BACKLOG = "streakboard.journal.backlog";

    /** Age of the oldest of them, by {@code partition}. */
    static final String OLDEST = "streakboard.journal.oldest";

    /** Entries that could not be recorded, by {@code partition}. */
    static final String PARKED = "streakboard.journal.parked";

    /** Entries in one transaction of this instance. */
    static final String BATCH = "streakboard.journal.batch";

    private final MeterRegistry metrics;
    private final DistributionSummary batches;

    JournalMetrics(Journal journal, Partitions partitions, MeterRegistry metrics) {
        this.metrics = metrics;
        this.batches = metrics.summary(BATCH);
        partitions.all().forEach(partition -> {
            gauge(BACKLOG, null, partition, journal::backlog);
            gauge(OLDEST, "seconds", partition, journal::oldestSeconds);
            gauge(PARKED, null, partition, journal::parkedCount);
        });
    }

    private void gauge(String name, @Nullable String unit, int partition, IntToLongFunction value) {
        Gauge.builder(name, () -> value.applyAsLong(partition))
                .baseUnit(unit)
                .tag("partition", Integer.toString(partition))
                .register(metrics);
    }

    void recorded(int entries) {
        batches.record(entries);
    }
}
