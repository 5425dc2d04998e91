package io.streakboard.points;

import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.points.ledger.LedgerRepository;
import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.points.ledger.Posting;
import io.streakboard.season.Season;
import io.streakboard.time.BusinessTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Ledger and totals of a season, changed together. The caller's transaction holds the season. */
@Component
class SeasonBooks {

    private static final String DELETED = "deleted";

    private final LedgerRepository ledger;
    private final LedgerTable ledgers;
    private final PointsTotals totals;
    private final PointsSums sums;
    private final ApplicationEventPublisher events;
    private final BusinessTime time;

    SeasonBooks(
            LedgerRepository ledger,
            LedgerTable ledgers,
            PointsTotals totals,
            PointsSums sums,
            ApplicationEventPublisher events,
            BusinessTime time) {
        this.ledger = ledger;
        this.ledgers = ledgers;
        this.totals = totals;
        this.sums = sums;
        this.events = events;
        this.time = time;
    }

    /** @param locked the locked totals of all learners who have postings */
    Bookkeeping open(Season season, Collection<Posting> postings, Map<Long, Total> locked) {
        return new Bookkeeping(
                season.id(),
                time.now(),
                time.dayEndsWithin(season.endsAt()),
                locked,
                ledger.known(season.id(), postings),
                ledger.used(season.id(), postings));
    }

    /** Writes the decisions and publishes the new totals. */
    void close(Bookkeeping bookkeeping) {
        if (!bookkeeping.entries().isEmpty()) {
            ledger.append(bookkeeping.season(), bookkeeping.entries());
        }
        if (!bookkeeping.awards().isEmpty()) {
            totals.update(bookkeeping.season(), bookkeeping.changedTotals(), bookkeeping.recordedAt());
            sums.add(bookkeeping.season(), bookkeeping.change(), bookkeeping.recordedAt());
            events.publishEvent(new PointsAwarded(bookkeeping.awards()));
        }
        events.publishEvent(bookkeeping.posted());
    }

    /** The learners among these with points besides rewards and prizes. */
    Set<Long> earners(long season, Collection<Long> learners) {
        return ledgers.earners(season, learners, Claim.SEASON_REWARD, Claim.BOARD_PRIZE);
    }

    /**
     * Deletes a learner's rows in a settled season. It publishes no event: the season's figures stay as proven, and the
     * leaderboard deletes from its board by itself.
     */
    void delete(long season, long learner) {
        totals.delete(season, learner);
        ledgers.delete(season, learner);
    }

    /**
     * Deletes a learner's rows in a season that still counts. The board sees it as a deduction, so that ledger and
     * board agree when the season is sealed. The first call lowers the total to zero, and the second deletes it. Until
     * then the number of corrections tells the board that this total is newer.
     */
    void clear(long season, long learner) {
        var now = time.now();
        var total = totals.lock(season, new TreeSet<>(Set.of(learner)), now).get(learner);
        if (total == null || total.isForgotten()) {
            totals.delete(season, learner);
        } else {
            var cleared = total.erased(now);
            totals.update(season, List.of(cleared), now);
            sums.add(season, new TotalsSum(-Long.signum(total.points()), -total.points()), now);
            events.publishEvent(new PointsAwarded(List.of(new Award(
                    learner,
                    season,
                    Claim.ADJUSTMENT,
                    (int) -total.points(),
                    DELETED,
                    0,
                    cleared.corrections(),
                    now,
                    null,
                    season,
                    now))));
        }
        ledgers.delete(season, learner);
    }
}
