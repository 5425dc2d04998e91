package io.streakboard.points;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.points.ledger.LateTable;
import io.streakboard.points.ledger.LedgerTransactions;
import io.streakboard.season.Season.State;
import io.streakboard.season.SeasonSettled;
import io.streakboard.season.Seasons;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/** Deletes the points of deleted learners. The listeners open no transaction of their own: each season has one. */
@Component
class LearnerErasure {

    private final SeasonBooks books;
    private final LateTable late;
    private final Adjustments adjustments;
    private final Seasons seasons;
    private final LedgerTransactions transactions;
    private final DeletedLearners deletedLearners;

    LearnerErasure(
            SeasonBooks books,
            LateTable late,
            Adjustments adjustments,
            Seasons seasons,
            LedgerTransactions transactions,
            DeletedLearners deletedLearners) {
        this.books = books;
        this.late = late;
        this.adjustments = adjustments;
        this.seasons = seasons;
        this.transactions = transactions;
        this.deletedLearners = deletedLearners;
    }

    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(LearnerDeleted deleted) {
        long learner = deleted.learner();
        seasons.newestFirst().forEach(season -> transactions.execute(() -> erase(season.id(), learner)));
        late.delete(learner);
        adjustments.delete(learner);
    }

    /** Deletes the rows that had to stay while the season was being settled. */
    @ApplicationModuleListener(propagation = Propagation.NOT_SUPPORTED)
    void on(SeasonSettled settled) {
        long season = settled.seasonId();
        if (!seasons.byId(season).expired()) {
            deletedLearners.forEachIn(
                    PointsTotals.table(season), learner -> transactions.execute(() -> erase(season, learner)));
        }
    }

    /** Nothing may change in a season while it is being settled, or its proof would fail. */
    private boolean erase(long id, long learner) {
        var season = seasons.hold(id);
        if (season.expired() || season.state() == State.SETTLING) {
            return false;
        }
        if (season.state() == State.SETTLED) {
            books.delete(id, learner);
        } else {
            books.clear(id, learner);
        }
        return true;
    }
}
