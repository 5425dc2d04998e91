package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.Period;
import java.time.Instant;
import java.util.Optional;

/** One period, {@code all}, which lasts as long as the board. */
final class NoPeriods implements Periods {

    private static final String ALL = "all";

    private final BoardRule board;

    NoPeriods(BoardRule board) {
        this.board = board;
    }

    @Override
    public Period at(Instant instant) {
        return new Period(ALL, board.startsAt(), board.endsAt());
    }

    @Override
    public Optional<Period> before(Period period) {
        return Optional.empty();
    }

    @Override
    public Optional<Period> find(String key) {
        return key.equals(ALL) ? Optional.of(new Period(ALL, board.startsAt(), board.endsAt())) : Optional.empty();
    }
}
