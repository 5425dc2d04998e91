package io.streakboard.season;

import io.streakboard.season.Season.State;
import io.streakboard.time.BusinessTime;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Moves seasons to their next state and publishes the event. Each move happens once, on one instance. */
@Component
class SeasonTransitions {

    private final SeasonTable table;
    private final BusinessTime time;
    private final TransactionTemplate transactions;
    private final ApplicationEventPublisher events;

    SeasonTransitions(
            SeasonTable table, BusinessTime time, TransactionTemplate transactions, ApplicationEventPublisher events) {
        this.table = table;
        this.time = time;
        this.transactions = transactions;
        this.events = events;
    }

    /** Opens and ends seasons whose time has come. */
    void advance() {
        var now = time.now();
        for (var season : table.all()) {
            if (season.state() == State.UPCOMING && !now.isBefore(season.startsAt())) {
                move(season, State.UPCOMING, State.OPEN, new SeasonOpened(season.id(), season.name()));
            }
            if (season.state().compareTo(State.OPEN) <= 0 && !now.isBefore(season.endsAt())) {
                move(season, State.OPEN, State.ENDED, new SeasonEnded(season.id(), season.name()));
            }
        }
    }

    private void move(Season season, State from, State to, Object event) {
        transactions.executeWithoutResult(status -> {
            if (table.move(season.id(), from, to)) {
                events.publishEvent(event);
            }
        });
    }

    /** Closes a season with its proven count and sum. */
    @Transactional(propagation = Propagation.MANDATORY)
    void settle(Season season, long learners, long points) {
        if (table.settle(season.id(), learners, points)) {
            events.publishEvent(new SeasonSettled(season.id(), season.name(), learners, points));
        }
    }
}
