package io.streakboard.settlement.rehearsal;

import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.runs.CancellationToken;
import io.streakboard.runs.ExclusiveJobRunner;
import io.streakboard.runs.LongJob;
import io.streakboard.runs.RunState;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.copy.ParallelRunner;
import io.streakboard.settlement.rehearsal.Rehearsal.Report;
import io.streakboard.settlement.rehearsal.Rehearsal.Timing;
import io.streakboard.settlement.rehearsal.RehearsalTable.Running;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Settles a copy of a live board into a scratch table, to learn whether its proof would succeed and how long it takes.
 */
@Component
public class Rehearsals implements LongJob<Running> {

    private static final int TOP = 10;

    private final ExclusiveJobRunner runs;
    private final RehearsalTable table;
    private final BoardArchiver copies;
    private final PointsTotals totals;
    private final Seasons seasons;

    Rehearsals(
            ExclusiveJobRunner runs, RehearsalTable table, BoardArchiver copies, PointsTotals totals, Seasons seasons) {
        this.runs = runs;
        this.table = table;
        this.copies = copies;
        this.totals = totals;
        this.seasons = seasons;
    }

    /** Starts a rehearsal in the background. Only one runs at a time across all instances. */
    public void begin(Season season) {
        if (season.state() != State.OPEN && season.state() != State.ENDED) {
            throw Problem.invalid(
                    "action",
                    "season " + season.name() + " is " + season.state(),
                    "not-in-this-state",
                    Map.of("season", season.name(), "state", season.state()));
        }
        var begun = runs.begin(
                this,
                () -> new Running(table.begin(season.id()), season.id()),
                (run, cancellation) -> new RehearsalRun(run, cancellation).all());
        if (begun.isEmpty()) {
            throw RunUnderWay.of("A settlement is being rehearsed; see /actuator/seasons");
        }
    }

    private SettlementSource copy(Running run) {
        return SettlementSource.rehearsing(seasons.byId(run.seasonId()), run.id());
    }

    @Override
    public String name() {
        return "rehearse-settlement";
    }

    @Override
    public List<Running> unfinished() {
        return table.running();
    }

    @Override
    public void end(Running run, RunState state, @Nullable String failure) {
        copies.discard(copy(run));
        table.end(run.id(), state, failure);
    }

    /** One rehearsal and its findings so far. */
    private class RehearsalRun {

        private final long id;
        private final SettlementSource copy;
        private final CancellationToken cancellation;
        private final AtomicLong learners = new AtomicLong();
        private final AtomicLong points = new AtomicLong();
        private Report report = Report.EMPTY;

        RehearsalRun(Running run, CancellationToken cancellation) {
            this.id = run.id();
            this.copy = copy(run);
            this.cancellation = cancellation;
        }

        void all() {
            time("SNAPSHOT", () -> copies.prepare(copy));
            time("COPY", this::copyAll);
            time("VERIFY", this::verify);
        }

        private void time(String step, Runnable work) {
            cancellation.check();
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
            ParallelRunner.run(() -> {
                for (long first = next.getAndAdd(Pages.RANKS);
                        first <= members && !cancellation.asked();
                        first = next.getAndAdd(Pages.RANKS)) {
                    var copied = copies.copy(copy, first, Pages.RANKS);
                    learners.addAndGet(copied.learners());
                    points.addAndGet(copied.points());
                }
            });
            cancellation.check();
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
                    copies.ranks(copy, 1, TOP));
        }

        private @Nullable String difference(BoardArchiver.BoardContent content) {
            var copied = new TotalsSum(learners.get(), points.get());
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
