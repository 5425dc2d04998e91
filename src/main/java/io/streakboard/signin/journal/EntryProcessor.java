package io.streakboard.signin.journal;

import io.streakboard.web.Outage;
import io.streakboard.web.RootCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Hands batches to the sink and then removes them from the journal. An entry is acknowledged after it is recorded,
 * so it may be recorded twice, but is never lost.
 *
 * <p>An entry is parked only if it causes the failure itself. If every entry fails, a store is the cause, and all
 * entries wait in the journal.
 */
@Component
class EntryProcessor {

    private static final Logger log = LoggerFactory.getLogger(EntryProcessor.class);

    /** An older recorded entry is not used to probe the store. */
    private static final Duration MAX_AGE = Duration.ofMinutes(1);

    /** The last recorded entry: if it can be recorded again, the store accepts entries. */
    private record LastRecorded(JournalEntry entry, long recordedAt) {

        boolean isFresh() {
            return System.nanoTime() - recordedAt < MAX_AGE.toNanos();
        }
    }

    private final Journal journal;
    private final ParkedEntries parked;
    private final JournalSink sink;
    private final JournalMetrics metrics;
    private volatile @Nullable LastRecorded lastRecorded;

    EntryProcessor(Journal journal, ParkedEntries parked, JournalSink sink, JournalMetrics metrics) {
        this.journal = journal;
        this.parked = parked;
        this.sink = sink;
        this.metrics = metrics;
    }

    /**
     * Records a batch, or each entry alone if the batch fails. Fails unless all entries are recorded or parked; the
     * rest waits in the journal.
     */
    void record(List<JournalEntry> entries) {
        try {
            recordAndAcknowledge(entries);
        } catch (RuntimeException failure) {
            if (Outage.is(failure)) {
                throw failure;
            }
            log.warn("A batch of {} entries failed, each is tried alone: {}", entries.size(), RootCause.of(failure));
            recordEachAlone(entries);
        }
    }

    private void recordEachAlone(List<JournalEntry> entries) {
        var failed = entries.stream()
                .filter(entry -> failureOf(entry).isPresent())
                .toList(); // recording the others sets lastRecorded, if any can be recorded
        RuntimeException left = null;
        for (var entry : failed) {
            var failure = failureOf(entry);
            if (failure.isPresent() && isAtFault(failure.get())) {
                log.error("Entry {} of the journal cannot be recorded and was parked", entry.id(), failure.get());
                parked.park(entry, failure.get());
            } else if (failure.isPresent()) {
                left = failure.get();
            }
        }
        if (left != null) {
            throw left;
        }
    }

    /** Tries an entry alone; returns why it cannot be recorded. Fails if a store is away. */
    private Optional<RuntimeException> failureOf(JournalEntry entry) {
        try {
            recordAndAcknowledge(List.of(entry));
            return Optional.empty();
        } catch (RuntimeException failure) {
            if (Outage.is(failure)) {
                throw failure;
            }
            return Optional.of(failure);
        }
    }

    /** Whether a failed entry is itself the cause: it is malformed, or the store still accepts another entry. */
    private boolean isAtFault(RuntimeException failure) {
        return failure instanceof IllegalArgumentException || storeAccepts();
    }

    private boolean storeAccepts() {
        var other = lastRecorded;
        if (other == null || !other.isFresh()) {
            return false;
        }
        try {
            sink.record(List.of(other.entry()));
            return true;
        } catch (RuntimeException failure) {
            return false;
        }
    }

    private void recordAndAcknowledge(List<JournalEntry> entries) {
        sink.record(entries);
        lastRecorded = new LastRecorded(entries.getLast(), System.nanoTime());
        metrics.recorded(entries.size());
        var missing = journal.acknowledge(entries);
        if (!missing.isEmpty()) {
            sink.missing(missing);
        }
    }
}
