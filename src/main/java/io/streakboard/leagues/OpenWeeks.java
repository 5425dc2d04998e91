package io.streakboard.leagues;

import io.streakboard.sharing.RetriedTransactions;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/**
 * Does work on the oldest week that has not ended. The transaction takes a shared lock on the week's row, which
 * blocks seal and end: an instance that was paused and wakes up late changes nothing in an ended week.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class OpenWeeks {

    private final WeekTable weeks;
    private final RetriedTransactions transactions;

    OpenWeeks(WeekTable weeks, RetriedTransactions transactions) {
        this.weeks = weeks;
        this.transactions = transactions;
    }

    /**
     * Works in a transaction of its own and retries on a lock conflict. Returns empty if the week has ended, or an
     * earlier one has not.
     *
     * @param work receives the current row of the week
     */
    <T> Optional<T> within(Week week, Function<Week, T> work) {
        return transactions.execute(() -> weeks.shared(week).map(work));
    }
}
