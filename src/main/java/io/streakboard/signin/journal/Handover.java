package io.streakboard.signin.journal;

import io.lettuce.core.RedisException;
import io.streakboard.web.Reason;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionSystemException;

/**
 * Gives batches to the recorder and then takes them out of the journal. An entry is acknowledged after it is recorded,
 * so it may be recorded twice, but is never lost.
 */
@Component
class Handover {

    private static final Logger log = LoggerFactory.getLogger(Handover.class);
    private static final int TRIES_ALONE = 3;

    private final Journal journal;
    private final ParkedEntries parked;
    private final Recorder recorder;
    private final JournalMetrics metrics;

    Handover(Journal journal, ParkedEntries parked, Recorder recorder, JournalMetrics metrics) {
        this.journal = journal;
        this.parked = parked;
        this.recorder = recorder;
        this.metrics = metrics;
    }

    /**
     * Records a batch, or each entry alone if one of them makes the batch fail. Fails if a store does not answer: then
     * all entries wait in the journal.
     */
    void record(List<JournalEntry> entries) {
        try {
            recordAndAcknowledge(entries);
        } catch (RuntimeException failure) {
            if (storeUnavailable(failure)) {
                throw failure;
            }
            log.warn("A batch of {} entries failed, each is tried alone: {}", entries.size(), Reason.of(failure));
            entries.forEach(entry -> recordAlone(entry));
        }
    }

    /**
     * Tries an entry until it is recorded. If the entry itself is the reason that it fails, it is parked, as it must
     * not block others.
     */
    private void recordAlone(JournalEntry entry) {
        for (int tries = 1; ; tries++) {
            try {
                recordAndAcknowledge(List.of(entry));
                return;
            } catch (RuntimeException failure) {
                if (storeUnavailable(failure)) {
                    throw failure;
                }
                if (tries == TRIES_ALONE) {
                    log.error("Entry {} of the journal cannot be recorded and was parked", entry.id(), failure);
                    parked.park(entry, failure);
                    return;
                }
            }
        }
    }

    private void recordAndAcknowledge(List<JournalEntry> entries) {
        recorder.record(entries);
        metrics.recorded(entries.size());
        var missing = journal.acknowledge(entries);
        if (!missing.isEmpty()) {
            recorder.missing(missing);
        }
    }

    private static boolean storeUnavailable(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientException
                    || cause instanceof SQLRecoverableException
                    || cause instanceof RedisException
                    || cause instanceof TransactionSystemException // not even the rollback reached MySQL
                    || cause instanceof SQLException sql && isConnectionFailure(sql)) {
                return true;
            }
        }
        return false;
    }

    /** SQL state class 08, "connection exception". */
    private static boolean isConnectionFailure(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith("08");
    }
}
