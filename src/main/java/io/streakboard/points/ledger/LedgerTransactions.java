package io.streakboard.points.ledger;

import io.streakboard.sharing.RetriedTransactions;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions that are retried as a whole, also if a season was sealed meanwhile. */
@Component
public class LedgerTransactions {

    private final RetriedTransactions transactions;

    LedgerTransactions(TransactionTemplate transactions) {
        this.transactions = new RetriedTransactions(transactions, List.of(ClockBehind.class));
    }

    public <T> T execute(Supplier<T> work) {
        return transactions.execute(work);
    }
}
