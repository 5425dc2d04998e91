package io.streakboard.signin.journal;

import io.streakboard.time.Lookout;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/** When the drains of this instance may work. */
@Component
class Pace {

    private static final int LONG = 20_000;

    private final Crowd crowd;
    private final Processors processors;
    private final JournalProperties settings;

    Pace(Crowd crowd, Processors processors, JournalProperties settings) {
        this.crowd = crowd;
        this.processors = processors;
        this.settings = settings;
    }

    /**
     * Lets a batch fill. While callers wait for processors, the drain steps back and leaves them these: the journal
     * keeps the entries. It steps back for a limited time only, and not if its journal is long.
     *
     * @param backlog how many entries wait
     */
    void linger(LongSupplier backlog) throws InterruptedException {
        Thread.sleep(settings.linger());
        if (stepsBack() && backlog.getAsLong() < LONG) {
            Lookout.until(() -> !stepsBack(), settings.patience().minus(settings.linger()), settings.linger());
        }
    }

    private boolean stepsBack() {
        return crowd.waits() && processors.busy();
    }
}
