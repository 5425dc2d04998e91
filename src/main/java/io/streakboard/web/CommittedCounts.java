package io.streakboard.web;

import io.micrometer.core.instrument.Counter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts the work of a transaction after its commit, so that tries that are rolled back do not count. */
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
