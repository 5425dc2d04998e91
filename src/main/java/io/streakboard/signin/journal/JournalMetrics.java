package io.streakboard.signin.journal;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.signin.partition.Partitions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Metrics of the journal and its consumers. The gauges read Redis, so they are the same on every instance. */
@Component
class JournalMetrics {

    /** Entries that are not in MySQL yet, by {@code partition}. */
    static final String BACKLOG = "streakboard.journal.backlog";

    /** Age of the oldest entry, by {@code partition}. */
    static final String LAG = "streakboard.journal.lag";

    /** Entries that could not be recorded, by {@code partition}. */
    static final String PARKED = "streakboard.journal.parked";

    /** Entries in one transaction of this instance. */
    static final String BATCH = "streakboard.journal.batch";

    private static final String ALL = "all";
    private static final Duration CACHE_TIME = Duration.ofSeconds(1);

    /**
     * A partition of the journal.
     *
     * @param backlog entries not yet acknowledged
     * @param oldestSeconds age of the oldest of them
     * @param parked how many are parked
     */
    record JournalPartition(int partition, long backlog, long oldestSeconds, long parked) {

        /** An empty partition costs two commands. */
        static JournalPartition read(Journal journal, ParkedEntries parked, int partition) {
            long backlog = journal.backlog(partition);
            return new JournalPartition(
                    partition, backlog, backlog == 0 ? 0 : journal.oldestSeconds(partition), parked.count(partition));
        }
    }

    /**
     * All partitions under one key: they are read at once. Empty where Redis does not answer: no gauge waits for it
     * again.
     */
    private final LoadingCache<String, List<Optional<JournalPartition>>> states;

    private final MeterRegistry metrics;
    private final DistributionSummary batches;

    JournalMetrics(Journal journal, ParkedEntries parked, Partitions partitions, MeterRegistry metrics) {
        this.metrics = metrics;
        this.batches = metrics.summary(BATCH);
        this.states = Caffeine.newBuilder()
                .expireAfterWrite(CACHE_TIME)
                .build(all -> partitions.each(partition -> read(journal, parked, partition)));
        partitions.all().forEach(partition -> {
            gauge(BACKLOG, null, partition, JournalPartition::backlog);
            gauge(LAG, "seconds", partition, JournalPartition::oldestSeconds);
            gauge(PARKED, null, partition, JournalPartition::parked);
        });
    }

    private static Optional<JournalPartition> read(Journal journal, ParkedEntries parked, int partition) {
        try {
            return Optional.of(JournalPartition.read(journal, parked, partition));
        } catch (DataAccessException away) {
            return Optional.empty();
        }
    }

    private void gauge(String name, @Nullable String unit, int partition, ToLongFunction<JournalPartition> value) {
        Gauge.builder(
                        name,
                        () -> states.get(ALL)
                                .get(partition)
                                .map(state -> (double) value.applyAsLong(state))
                                .orElse(Double.NaN))
                .baseUnit(unit)
                .tag("partition", Integer.toString(partition))
                .register(metrics);
    }

    void recorded(int entries) {
        batches.record(entries);
    }
}
