package io.streakboard.settlement.rehearsal;

import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.FrozenBoard;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.copy.SideBySide;
import io.streakboard.settlement.rehearsal.Rehearsal.Report;
import io.streakboard.settlement.rehearsal.Rehearsal.Timing;
import io.streakboard.web.Problem;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Settles a copy of a board that is still live, into a scratch table, to see whether it would hold and how long it
 * takes.
 */
@Component
public class Rehearsals {

    private static final Logger log = LoggerFactory.getLogger(Rehearsals.class);

    private static final int TOP = 10;

    private final RehearsalLock lock;
    private final RehearsalTable table;
    private final BoardCopies copies;
    private final PointsTotals totals;
    private final Seasons seasons;

    Rehearsals(RehearsalLock lock, RehearsalTable table, BoardCopies copies, PointsTotals totals, Seasons seasons) {
        this.lock = lock;
        this.table = table;
        this.copies = copies;
        this.totals = totals;
        this.seasons = seasons;
    }

    /** Begins a rehearsal, which goes on by itself. Only one runs at a time, on all instances. */
    public void begin(Season season) {
        if (season.state() != State.OPEN && season.state() != State.ENDED) {
            throw Problem.invalid("action", "season " + season.name() + " is " + season.state());
        }
        var held = lock.take().orElseThrow(RehearsalUnderWay::now);
        long id;
        try {
            id = table.begin(season.id());
        } catch (RuntimeException failure) {
            held.unlock();
            throw failure;
        }
        Thread.ofVirtual().name("rehearsal-" + id).start(() -> {
            try {
                run(season, id);
            } finally {
                held.unlock();
            }
        });
    }

    /** It is over only when key and table are removed: if that fails, or the instance dies, the job does it. */
    private void run(Season season, long id) {
        var copy = FrozenBoard.rehearsing(season, id);
        String failure = null;
        try {
            new Run(id, copy).all();
        } catch (RuntimeException failed) {
            log.warn("The rehearsal of season {} failed", season.name(), failed);
            failure = failed.toString();
        }
        copies.discard(copy);
        if (failure == null) {
            table.done(id);
        } else {
            table.failed(id, failure);
        }
    }

    /** Removes what instances that died left of rehearsals. To be called while none can run. */
    void removeLeftovers() {
        for (var left : table.running()) {
            copies.discard(FrozenBoard.rehearsing(seasons.byId(left.seasonId()), left.id()));
            table.failed(left.id(), "its instance stopped");
        }
    }

    /** One rehearsal: what it has found so far. */
    private class Run {

        private final long id;
        private final FrozenBoard copy;
        private final AtomicLong learners = new AtomicLong();
        private final AtomicLong points = new AtomicLong();
        private Report report = Report.EMPTY;

        Run(long id, FrozenBoard copy) {
            this.id = id;
            this.copy = copy;
        }

        void all() {
            time("SNAPSHOT", () -> copies.prepare(copy));
            time("COPY", this::copyAll);
            time("VERIFY", this::verify);
        }

        private void time(String step, Runnable work) {
            long start = System.nanoTime();
            work.run();
            double seconds = (System.nanoTime() - start) / 1e9;
            long members = copies.members(copy);
            report = report.of(members)
                    .after(new Timing(
                            step,
                            Math.round(seconds * 1000) / 1000.0,
                            seconds == 0 ? null : Math.round(members / seconds)));
            table.report(id, report);
        }

        private void copyAll() {
            long members = copies.members(copy);
            var next = new AtomicLong(1);
            SideBySide.run(() -> {
                for (long first = next.getAndAdd(Pages.RANKS); first <= members; first = next.getAndAdd(Pages.RANKS)) {
                    var copied = copies.copy(copy, first, Pages.RANKS);
                    learners.addAndGet(copied.learners());
                    points.addAndGet(copied.points());
                }
            });
        }

        private void verify() {
            copies.index(copy);
            var ledger = totals.sum(copy.season().id());
            var content = copies.content(copy);
            var difference = difference(content);
            report = new Report(
                    report.steps(),
                    report.members(),
                    content.sum(),
                    ledger,
                    difference == null,
                    difference,
                    copies.top(copy, TOP));
        }

        private @Nullable String difference(BoardCopies.Content content) {
            var copied = new Sum(learners.get(), points.get());
            if (!content.sum().equals(copied) || report.members() != copied.learners() || !content.gapless()) {
                return "board " + report.members() + " members, copied " + copied + ", table " + content;
            }
            return copies.twice(copy)
                    .or(() -> copies.disorder(copy))
                    .or(() -> copies.differenceFromBoard(copy))
                    .orElse(null);
        }
    }
}
