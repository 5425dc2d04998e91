package io.streakboard.web;

import io.micrometer.core.instrument.Counter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts a transaction's work after its commit; rolled back tries do not count. */
public final class CommittedCounts {

    private CommittedCounts() {}

    /** To be called within a transaction. */
    public static void add(Counter counter, long number) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                counter.increment((double) number);
            }
        });
    }
}
