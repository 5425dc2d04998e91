package io.streakboard.leagues;

import io.streakboard.time.BusinessTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends a week: points from the ledger once more, places, next tiers, and a proof that nobody is missing. All of it may
 * be done again, until the one statement that ends the week.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class WeekEnd {

    private static final Logger log = LoggerFactory.getLogger(WeekEnd.class);

    private final WeekTable weeks;
    private final Seating seating;
    private final Placing placing;
    private final TransactionTemplate transactions;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    WeekEnd(
            WeekTable weeks,
            Seating seating,
            Placing placing,
            TransactionTemplate transactions,
            ApplicationEventPublisher events,
            BusinessTime time) {
        this.weeks = weeks;
        this.seating = seating;
        this.placing = placing;
        this.transactions = transactions;
        this.events = events;
        this.time = time;
    }

    /** Returns whether the week has ended. If not, something was still under way; the next try may succeed. */
    boolean end(Week week) {
        var sealed = weeks.seal(week);
        var ledger = seating.seatAll(sealed);
        var moves = placing.place(sealed);
        var failure = placing.mistake(sealed, ledger);
        if (failure != null) {
            log.error("The week of {} did not end: {}", week.first(), failure);
            weeks.refused(week, failure);
            return false;
        }
        var ended = new LeagueWeekEnded(
                week.first(), ledger.learners(), ledger.points(), moves.promoted(), moves.demoted(), time.now());
        transactions.executeWithoutResult(status -> {
            if (weeks.end(ended)) {
                events.publishEvent(ended);
            }
        });
        log.info("The week of {} has ended for {} learners", week.first(), ledger.learners());
        return true;
    }
}
