package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.Period;
import java.time.Instant;
import java.util.Optional;

/** The periods of a cycle, in the business zone. */
interface Periods {

    /** The period that holds an instant. */
    Period at(Instant instant);

    /** The period before; empty if there is none. */
    Optional<Period> before(Period period);

    /** The period with a key; empty if it is not a key of this cycle. */
    Optional<Period> find(String key);
}
