package io.streakboard.web;

import io.micrometer.core.instrument.Counter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts what a transaction does once it has committed: a try that is rolled back is no work done. */
public final class CommittedCounts {

    private CommittedCounts() {}

    /** Within a transaction. */
    public static void add(Counter counter, long number) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                counter.increment((double) number);
            }
        });
    }
}
