package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

class AfterCommitTests {

    private final TransactionTemplate transactions = new TransactionTemplate(new NoStore());

    @Test
    void runsNothingOfARolledBackTransaction() {
        var done = new ArrayList<String>();

        transactions.executeWithoutResult(status -> {
            AfterCommit.run(() -> done.add("rolled back"));
            status.setRollbackOnly();
        });
        transactions.executeWithoutResult(status -> {
            AfterCommit.run(() -> done.add("committed"));
            assertThat(done).isEmpty();
        });
        AfterCommit.run(() -> done.add("without"));

        assertThat(done).containsExactly("committed", "without");
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
