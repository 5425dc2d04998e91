package io.streakboard.web;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What memory and metrics learn of a transaction: nothing of one that is rolled back. */
public final class AfterCommit {

    private AfterCommit() {}

    /** Runs the task when the caller's transaction is committed; at once if there is none. */
    public static void run(Runnable task) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            task.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                task.run();
            }
        });
    }
}
