package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

class CommittedCountsTests {

    private final TransactionTemplate transactions = new TransactionTemplate(new NoStore());

    @Test
    void countsOnlyCommittedChanges() {
        var counter = new SimpleMeterRegistry().counter("done");

        transactions.executeWithoutResult(status -> {
            CommittedCounts.add(counter, 5);
            status.setRollbackOnly();
        });
        assertThat(counter.count()).isZero();

        transactions.executeWithoutResult(status -> {
            CommittedCounts.add(counter, 7);
            assertThat(counter.count()).isZero();
        });
        assertThat(counter.count()).isEqualTo(7);
    }

    private static final class NoStore extends AbstractPlatformTransactionManager {

        @Override
        protected Object doGetTransaction() {
            return this;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
