package io.streakboard.leagues;

import io.streakboard.sharing.RetriedTransactions;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/**
 * Does work on the oldest week that has not ended. The transaction shares a lock of the week's row, and whoever seals or
 * ends the week waits for it: so an instance that was paused and wakes up late changes nothing of a week that has ended.
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
     * Works in a transaction of its own, again if it has lost a race. Returns empty if the week has ended, or an earlier
     * one has not.
     *
     * @param work is given the week as it is now
     */
    <T> Optional<T> within(Week week, Function<Week, T> work) {
        return transactions.execute(() -> weeks.shared(week).map(work));
    }
}
