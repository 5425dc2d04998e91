package io.streakboard.leaderboard.fed;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.Editions;
import io.streakboard.leaderboard.editions.FillTable.Fill;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The instant from which on a board has the awards. */
@Component
class FillStart {

    private final Cycles cycles;
    private final Editions editions;
    private final BusinessTime time;

    FillStart(Cycles cycles, Editions editions, BusinessTime time) {
        this.cycles = cycles;
        this.editions = editions;
        this.time = time;
    }

    /**
     * Of a new board: the start of the running period, on a sliding board of the oldest window that is kept. Null if it
     * has all awards.
     */
    @Nullable
    Instant of(BoardRule board) {
        return board.slides()
                ? startOfWindows(board)
                : later(board.startsAt(), cycles.current(board).startsAt());
    }

    /** Of a fill: earlier awards would be late, as their editions are no longer kept. */
    @Nullable
    Instant within(BoardRule board, Fill fill) {
        var kept = board.slides()
                ? startOfWindows(board)
                : cycles.at(board, time.now().minus(board.retention()))
                        .map(Period::startsAt)
                        .orElse(null);
        return later(fill.from(), kept);
    }

    private @Nullable Instant startOfWindows(BoardRule board) {
        var first = editions.due(board).first().minusDays(board.days() - 1);
        return later(board.startsAt(), time.startOf(first));
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }
}
