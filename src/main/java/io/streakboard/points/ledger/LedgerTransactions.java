package io.streakboard.points.ledger;

import io.streakboard.sharing.LostRaces;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that are retried as a whole after losing a race: a deadlock, a key that another transaction inserted
 * first, or a season that was sealed meanwhile. The second try sees the winner's rows.
 */
@Component
public class LedgerTransactions {

    private final TransactionTemplate transactions;
    private final RetryTemplate retries = LostRaces.retries(ClockBehind.class);

    LedgerTransactions(TransactionTemplate transactions) {
        this.transactions = transactions;
    }

    public <T> T execute(Supplier<T> work) {
        return Objects.requireNonNull(
                retries.invoke(() -> Objects.requireNonNull(transactions.execute(status -> work.get()))));
    }
}
