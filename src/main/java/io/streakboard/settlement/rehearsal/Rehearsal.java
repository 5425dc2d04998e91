package io.streakboard.settlement.rehearsal;

import io.streakboard.leaderboard.board.Standing;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.runs.RunState;
import io.streakboard.web.LearnerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A settlement tried on a copy.
 *
 * @param instance the instance that runs it
 * @param failure why it failed
 */
public record Rehearsal(
        long id,
        RunState state,
        String instance,
        Instant startedAt,
        @Nullable Instant finishedAt,
        Report report,
        @Nullable String failure) {

    /** A finished step and its duration. */
    public record Timing(
            String step, double seconds, @Nullable Long learnersPerSecond) {}

    /**
     * Its progress and findings.
     *
     * @param members number of members of the copied board
     * @param table sums of the scratch table
     * @param ledger the season's totals when the table was verified; an open season may have gained points after the
     *     copy
     * @param holds whether the table has as many learners and points as were copied, its ranks are in order, and a
     *     sample of ranks equals the copied board
     * @param difference the first difference found
     * @param top the first ranks
     */
    public record Report(
            List<Timing> steps,
            long members,
            @Nullable TotalsSum table,
            @Nullable TotalsSum ledger,
            @Nullable Boolean holds,

            @Nullable @JsonSerialize(using = LearnerKey.TextWriter.class)
            String difference,

            List<Standing> top) {

        static final Report EMPTY = new Report(List.of(), 0, null, null, null, null, List.of());

        Report after(Timing step) {
            var more = new ArrayList<>(steps);
            more.add(step);
            return new Report(more, members, table, ledger, holds, difference, top);
        }

        Report of(long members) {
            return new Report(steps, members, table, ledger, holds, difference, top);
        }
    }
}
