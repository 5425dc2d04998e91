package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import java.time.Instant;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Closes editions whose period has ended. They take scores that come late nevertheless, as long as they are kept. */
@Service
public class EditionEnds {

    private static final int BATCH = 100;

    private final EditionTable table;
    private final Editions editions;
    private final TransactionTemplate transactions;

    EditionEnds(EditionTable table, Editions editions, TransactionTemplate transactions) {
        this.table = table;
        this.editions = editions;
        this.transactions = transactions;
    }

    /** @param announce called once for each edition, in the transaction that closes it */
    public void close(Instant now, Consumer<StoredEdition> announce) {
        for (var ended = table.ended(now, BATCH); !ended.isEmpty(); ended = table.ended(now, BATCH)) {
            ended.forEach(row -> close(row, now, announce));
        }
    }

    private void close(EditionRow row, Instant now, Consumer<StoredEdition> announce) {
        transactions.executeWithoutResult(status -> {
            if (table.close(row.id(), now)) {
                editions.stored(row).ifPresent(announce);
            }
        });
    }
}
