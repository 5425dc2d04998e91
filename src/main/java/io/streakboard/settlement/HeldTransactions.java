package io.streakboard.settlement;

import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that hold a row which others wait for. An instance that is paused within one, its process stopped or its
 * machine suspended, would hold it for hours: MySQL takes a connection that says nothing for idle, not for dead. So it is
 * told to end these soon.
 */
@Component
class HeldTransactions {

    private static final int PAUSE_SECONDS = 30;

    private final TransactionTemplate transactions;
    private final JdbcClient jdbc;

    HeldTransactions(TransactionTemplate transactions, JdbcClient jdbc) {
        this.transactions = transactions;
        this.jdbc = jdbc;
    }

    /** Runs work in a transaction. If it fails its connection is ended as soon as it is idle, which the pool notices. */
    boolean run(Supplier<Boolean> work) {
        return Boolean.TRUE.equals(transactions.execute(status -> {
            jdbc.sql("SET SESSION wait_timeout = " + PAUSE_SECONDS).update();
            var result = work.get();
            jdbc.sql("SET SESSION wait_timeout = DEFAULT").update();
            return result;
        }));
    }
}
