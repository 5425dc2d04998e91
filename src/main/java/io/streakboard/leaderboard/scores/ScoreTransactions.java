package io.streakboard.leaderboard.scores;

import io.streakboard.sharing.LostRaces;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that are retried as a whole after losing a race: a deadlock, a key that another transaction inserted
 * first, or an edition that was reset. The second try sees the winner's rows.
 */
@Component
public class ScoreTransactions {

    private final TransactionTemplate transactions;
    private final RetryTemplate retries = LostRaces.retries();

    ScoreTransactions(TransactionTemplate transactions) {
        this.transactions = transactions;
    }

    /** @param first runs before each try, outside the transaction */
    public <P, T> T execute(Supplier<P> first, Function<P, T> work) {
        return Objects.requireNonNull(retries.invoke(() -> {
            var prepared = first.get();
            return Objects.requireNonNull(transactions.execute(status -> work.apply(prepared)));
        }));
    }

    public void execute(Runnable work) {
        execute(() -> true, ready -> {
            work.run();
            return ready;
        });
    }
}
