package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Periods;
import java.time.Instant;
import java.util.Optional;

/** One period that never ends, {@code all}. */
final class NoPeriods implements Periods {

    private static final Period ALL = new Period("all", null, null);

    @Override
    public Period at(Instant instant) {
        return ALL;
    }

    @Override
    public Optional<Period> before(Period period) {
        return Optional.empty();
    }

    @Override
    public Optional<Period> find(String key) {
        return key.equals(ALL.key()) ? Optional.of(ALL) : Optional.empty();
    }
}
