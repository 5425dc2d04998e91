package io.streakboard.leaderboard.live;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.web.CountedLog;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Keeps editions in Redis as their source in MySQL has them: builds them anew, and compares. */
@Component
public class Upkeep {

    private static final Logger log = LoggerFactory.getLogger(Upkeep.class);
    private static final CountedLog failures = new CountedLog(log);

    /** Boards that Redis has lost and that have not been rebuilt yet. */
    private static final String DEGRADED = "streakboard.board.degraded";

    private final LiveBoards live;

    Upkeep(LiveBoards live) {
        this.live = live;
    }

    /** @param boards which boards are counted: {@code points} or {@code configured} */
    public static void countIncomplete(MeterRegistry metrics, String boards, Supplier<Number> incomplete) {
        Gauge.builder(DEGRADED, incomplete).tag("boards", boards).register(metrics);
    }

    /**
     * Makes sure that an edition is complete; false if it is not yet. A failure does not hold up other editions: the
     * next call tries again.
     *
     * @param rebuild returns how many members the edition has
     */
    public boolean restore(Edition edition, LongSupplier rebuild) {
        try {
            if (live.of(edition).complete()) {
                live.note(edition);
                return true;
            }
            long members = rebuild.getAsLong();
            if (members > 0) {
                log.info("The edition {} was rebuilt: {} members", edition.name(), members);
            }
            return true;
        } catch (RunUnderWay another) {
            return false;
        } catch (RuntimeException failure) {
            failures.failure("The edition " + edition.name() + " was not rebuilt, and will be", failure);
            return false;
        }
    }

    /**
     * Builds an edition anew, beside the one that is shown, and returns how many members it has.
     *
     * @param sealed whether it takes no more updates
     */
    public long rebuild(Edition edition, boolean sealed, Source source) {
        live.note(edition); // it may have been kept in another way before
        long members = live.of(edition).rebuild(sealed, source);
        live.note(edition); // an instance with another rule may have built it meanwhile
        return members;
    }

    /** Compares an edition with its source. Scores under way show as differences. */
    public BoardDrift drift(Edition edition, Source source) {
        return EditionComparison.of(live.of(edition), source);
    }
}
