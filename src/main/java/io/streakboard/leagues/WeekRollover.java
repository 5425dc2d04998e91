package io.streakboard.leagues;

import io.streakboard.leagues.MemberTable.WeekSums;
import io.streakboard.leagues.StandingsCalculator.Moves;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.time.BusinessTime;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends a sealed week: updates points from the ledger, computes places and next tiers, and makes a completeness check.
 * Idempotent, until the one transaction that ends the week.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class WeekRollover {

    private static final Logger log = LoggerFactory.getLogger(WeekRollover.class);

    private final WeekTable weeks;
    private final Enrollment enrollment;
    private final StandingsCalculator calculator;
    private final TransactionTemplate transactions;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    WeekRollover(
            WeekTable weeks,
            Enrollment enrollment,
            StandingsCalculator calculator,
            TransactionTemplate transactions,
            ApplicationEventPublisher events,
            BusinessTime time) {
        this.weeks = weeks;
        this.enrollment = enrollment;
        this.calculator = calculator;
        this.transactions = transactions;
        this.events = events;
        this.time = time;
    }

    /** Returns whether the week has ended. If not, all of its points are counted again, so the next try may succeed. */
    boolean end(Week week) {
        var ledger = enrollment.enrollAll(week);
        var moves = calculator.place(week);
        boolean ended = unlessEnded(week, rows -> endIfVerified(week, ledger, rows, moves));
        if (!ended) {
            enrollment.recount(week);
        }
        return ended;
    }

    private boolean endIfVerified(Week week, TotalsSum ledger, WeekSums rows, Moves moves) {
        var violation = StandingsCalculator.violation(ledger, rows);
        if (violation != null) {
            log.warn("The week of {} did not end: {}", week.first(), violation);
            weeks.refused(week, violation);
            return false;
        }
        end(week, rows, moves, null);
        return true;
    }

    /** Ends a week with its present cohorts, without the check against the ledger, so that the next week can begin. */
    void endUnverified(Week week) {
        var sealed = weeks.seal(week);
        var moves = calculator.place(sealed);
        unlessEnded(sealed, rows -> {
            end(sealed, rows, moves, "An admin ended it without a proof");
            return true;
        });
    }

    /** Returns true if another instance has ended the week meanwhile. */
    private boolean unlessEnded(Week week, Predicate<WeekSums> work) {
        return Objects.requireNonNull(
                transactions.execute(status -> weeks.locked(week).isEmpty() || work.test(calculator.sums(week))));
    }

    private void end(Week week, WeekSums rows, Moves moves, @Nullable String failure) {
        var ended = new LeagueWeekEnded(
                week.first(), rows.members(), rows.points(), moves.promoted(), moves.demoted(), time.now());
        weeks.end(ended, failure);
        events.publishEvent(ended);
        log.info("The week of {} has ended for {} learners", week.first(), rows.members());
    }
}
