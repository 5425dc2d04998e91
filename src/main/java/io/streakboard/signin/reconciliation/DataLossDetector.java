package io.streakboard.signin.reconciliation;

import io.streakboard.runs.Background;
import io.streakboard.signin.calendar.MarkMissed;
import io.streakboard.time.Polling;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Checks for lost partitions as soon as a sign-in has found one, instead of at the next scheduled check. */
@Component
class DataLossDetector {

    /** Sign-ins find the same loss until the rebuild ends, so many of them cause one check. */
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    private final MarkChecks marks;
    private final Reconciler reconciler;
    private final Background background;
    private final AtomicBoolean checking = new AtomicBoolean();

    DataLossDetector(MarkChecks marks, Reconciler reconciler, Background background) {
        this.marks = marks;
        this.reconciler = reconciler;
        this.background = background;
    }

    @EventListener
    void on(MarkMissed missed) {
        if (checking.compareAndSet(false, true)) {
            background.begin("check-for-data-loss", cancellation -> {
                try {
                    reconciler.restore(marks.missingNow());
                } finally {
                    Polling.pause(MIN_INTERVAL);
                    checking.set(false);
                }
            });
        }
    }
}
