package io.streakboard.points.ledger;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that are retried as a whole after losing a race: a deadlock, a key that another transaction inserted
 * first, or a season that was sealed meanwhile. The second try sees the winner's rows.
 */
@Component
public class LedgerTransactions {

    private final TransactionTemplate transactions;
    private final RetryTemplate retries = new RetryTemplate(RetryPolicy.builder()
            .includes(PessimisticLockingFailureException.class, DuplicateKeyException.class, ClockBehind.class)
            .maxRetries(6)
            .delay(Duration.ofMillis(10))
            .jitter(Duration.ofMillis(10))
            .multiplier(2)
            .build());

    LedgerTransactions(TransactionTemplate transactions) {
        this.transactions = transactions;
    }

    public <T> T execute(Supplier<T> work) {
        return Objects.requireNonNull(
                retries.invoke(() -> Objects.requireNonNull(transactions.execute(status -> work.get()))));
    }
}
