package io.streakboard.sharing;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that are retried as a whole after losing a race: a deadlock, or a key that another transaction inserted
 * first. The second try sees the winner's rows.
 */
@Component
public class RetriedTransactions {

    private final TransactionTemplate transactions;
    private final RetryTemplate retries;

    @Autowired
    public RetriedTransactions(TransactionTemplate transactions) {
        this(transactions, List.of());
    }

    /** @param others further exceptions after which a transaction is retried */
    public RetriedTransactions(TransactionTemplate transactions, List<Class<? extends Throwable>> others) {
        this.transactions = transactions;
        this.retries = new RetryTemplate(RetryPolicy.builder()
                .includes(PessimisticLockingFailureException.class, DuplicateKeyException.class)
                .includes(others)
                .maxRetries(8)
                .delay(Duration.ofMillis(10))
                .jitter(Duration.ofMillis(10))
                .multiplier(2)
                .maxDelay(Duration.ofMillis(200))
                .build());
    }

    public <T> T execute(Supplier<T> work) {
        return execute(() -> work, Supplier::get);
    }

    /** @param first runs before each try, outside the transaction */
    public <P, T> T execute(Supplier<P> first, Function<P, T> work) {
        return Objects.requireNonNull(retries.invoke(() -> {
            var prepared = first.get();
            return Objects.requireNonNull(transactions.execute(status -> work.apply(prepared)));
        }));
    }

    public void run(Runnable work) {
        execute(() -> {
            work.run();
            return true;
        });
    }
}
