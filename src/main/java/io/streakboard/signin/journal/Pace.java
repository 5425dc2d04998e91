package io.streakboard.signin.journal;

import io.streakboard.time.Lookout;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/** When the drains of this instance may work. */
@Component
class Pace {

    private static final int LONG = 20_000;

    private final Crowd crowd;
    private final JournalProperties settings;

    Pace(Crowd crowd, JournalProperties settings) {
        this.crowd = crowd;
        this.settings = settings;
    }

    /**
     * Lets a batch fill. While callers wait, the drain steps back and leaves the processors to them: the journal keeps
     * the entries. It steps back for a limited time only, and not if its journal is long.
     *
     * @param backlog how many entries wait
     */
    void linger(LongSupplier backlog) throws InterruptedException {
        Thread.sleep(settings.linger());
        Lookout.until(
                () -> !crowd.waits() || backlog.getAsLong() >= LONG,
                settings.patience().minus(settings.linger()),
                settings.linger());
    }
}
