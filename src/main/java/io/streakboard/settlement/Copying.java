package io.streakboard.settlement;

import io.streakboard.events.Publications;
import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.BoardCopy;
import io.streakboard.leaderboard.SeasonBoards;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The steps {@code TABLE} and {@code COPY}: close the board and copy it, page by page. */
@Component
class Copying {

    /** The last pages of other instances: most are done long before the next run of the job. */
    private static final Duration OTHERS_FINISH = Duration.ofSeconds(10);

    private final SeasonBoards boards;
    private final BoardCopies copies;
    private final Pages pages;
    private final PageCopy pageCopy;
    private final StepLedger steps;
    private final Publications publications;
    private final TransactionTemplate transactions;

    Copying(
            SeasonBoards boards,
            BoardCopies copies,
            Pages pages,
            PageCopy pageCopy,
            StepLedger steps,
            Publications publications,
            TransactionTemplate transactions) {
        this.boards = boards;
        this.copies = copies;
        this.pages = pages;
        this.pageCopy = pageCopy;
        this.steps = steps;
        this.publications = publications;
        this.transactions = transactions;
    }

    /**
     * Each change happens only while this try of the step is the latest, on the connection that holds its row: an
     * instance that was paused before one must not empty a table that others have filled meanwhile.
     */
    Result table(Season season, StepRow attempt, Instant sealedAt) {
        if (!publications.deliveredUntil(sealedAt)) {
            return Result.waitFor("events to be delivered");
        }
        if (!ifLatest(season, attempt, () -> boards.seal(season))) {
            return Result.waitFor("a later try");
        }
        if (!boards.complete(season)) {
            return Result.waitFor("the board to be rebuilt");
        }
        var copy = BoardCopy.settling(season);
        boolean latest = ifLatest(season, attempt, () -> copies.dropIndex(copy))
                && ifLatest(season, attempt, () -> copies.empty(copy))
                && ifLatest(season, attempt, () -> pages.plan(season.id(), copies.members(copy)));
        return latest ? Result.done(null) : Result.waitFor("a later try");
    }

    private boolean ifLatest(Season season, StepRow attempt, Runnable change) {
        return Boolean.TRUE.equals(transactions.execute(status -> {
            boolean latest = steps.hold(season.id(), attempt);
            if (latest) {
                change.run();
            }
            return latest;
        }));
    }

    Result copy(Season season) {
        Lookout.until(() -> copied(season), OTHERS_FINISH);
        var progress = pages.progress(season.id());
        if (!progress.complete()) {
            return Result.waitFor(progress.pages() - progress.done() + " pages under way on other instances");
        }
        return confirm(season, () -> Result.done(new Sum(progress.learners(), progress.points())));
    }

    /**
     * What was found of the copy counts only for the board that was sealed. If that was lost or rebuilt meanwhile, pages
     * may have been copied from one that was not complete: all are copied again.
     */
    Result confirm(Season season, Supplier<Result> finding) {
        if (boards.asSealed(season)) {
            var found = finding.get();
            if (found.mismatch() == null || boards.asSealed(season)) {
                return found;
            }
        }
        steps.reopen(season.id(), EnumSet.range(Step.TABLE, Step.VERIFY));
        return Result.waitFor("the board to be copied again");
    }

    /** Copies what is left to claim, and tells whether that was all, by whomever. */
    private boolean copied(Season season) {
        pageCopy.copyAll(BoardCopy.settling(season));
        return pages.progress(season.id()).complete();
    }
}
