package io.streakboard.points;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/** A learner's ledger rows, totals and adjustments in all seasons. */
@Component
class PointsPersonalData implements PersonalData {

    private static final String SOURCE = "deleted";
    private static final int PAGE = 1_000;
    private static final PointsHistory.Filter ALL = new PointsHistory.Filter(null, null, null);

    record Row(
            String season,
            String type,
            String sourceId,
            int points,
            Outcome outcome,
            @Nullable String reason,
            Instant occurredAt) {}

    private final PointsHistory history;
    private final TotalsTable totals;
    private final Seasons seasons;
    private final LedgerTransactions transactions;
    private final DeletedLearners deletedLearners;
    private final ApplicationEventPublisher events;
    private final JdbcClient jdbc;
    private final BusinessTime time;

    PointsPersonalData(
            PointsHistory history,
            TotalsTable totals,
            Seasons seasons,
            LedgerTransactions transactions,
            DeletedLearners deletedLearners,
            ApplicationEventPublisher events,
            JdbcClient jdbc,
            BusinessTime time) {
        this.history = history;
        this.totals = totals;
        this.seasons = seasons;
        this.transactions = transactions;
        this.deletedLearners = deletedLearners;
        this.events = events;
        this.jdbc = jdbc;
        this.time = time;
    }

    @Override
    public String section() {
        return "points";
    }

    /** The ledger, newest first: what was late and what admins did is in it as well. */
    @Override
    public Object of(long learner) {
        var rows = new ArrayList<Row>();
        var page = history.page(learner, ALL, null, PAGE);
        for (; !page.isEmpty(); page = history.page(learner, ALL, Cursor.after(page.getLast()), PAGE)) {
            page.forEach(entry -> rows.add(new Row(
                    entry.season().name(),
                    entry.type(),
                    entry.sourceId(),
                    entry.points(),
                    entry.outcome(),
                    entry.reason(),
                    entry.occurredAt())));
        }
        return rows;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(LearnerDeleted deleted) {
        long learner = deleted.learner();
        seasons.newestFirst().forEach(season -> transactions.execute(() -> erase(season.id(), learner)));
        Stream.of(LateTable.NAME, "points_adjustment").forEach(table -> delete(table, learner));
    }

    /** Those that a settlement under way had to leave. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SeasonSettled settled) {
        long season = settled.seasonId();
        if (!seasons.byId(season).expired()) {
            deletedLearners.forEachIn(
                    TotalsTable.name(season), learner -> transactions.execute(() -> erase(season, learner)));
        }
    }

    /**
     * While a season is being settled nothing of it may change, or its proof would fail. Before, the board hears of it
     * like of any deduction, so that ledger and board agree when the season is sealed. The total goes only when it is
     * zero already, the second time: its corrections tell the board that it is newer.
     */
    private boolean erase(long seasonId, long learner) {
        var season = seasons.hold(seasonId);
        if (season.expired() || season.state() == State.SETTLING) {
            return false;
        }
        if (season.state() == State.SETTLED) {
            delete(TotalsTable.name(seasonId), learner);
        } else if (!clear(seasonId, learner)) {
            delete(TotalsTable.name(seasonId), learner);
        }
        delete(LedgerTable.name(seasonId), learner);
        return true;
    }

    private boolean clear(long season, long learner) {
        var now = time.now();
        var total = totals.lock(season, new TreeSet<>(Set.of(learner)), now).get(learner);
        if (total == null || total.points() == 0) {
            return false;
        }
        var cleared = new Total(learner, 0, now, total.corrections() + 1);
        totals.update(season, List.of(cleared), now);
        events.publishEvent(new PointsAwarded(List.of(new Award(
                learner, season, Adjustments.TYPE, (int) -total.points(), SOURCE, 0, cleared.corrections(), now))));
        return true;
    }

    private void delete(String table, long learner) {
        jdbc.sql("DELETE FROM %s WHERE user_id = ?".formatted(table))
                .param(learner)
                .update();
    }
}
