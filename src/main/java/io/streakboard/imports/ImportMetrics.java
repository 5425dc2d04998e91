package io.streakboard.imports;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.imports.kinds.LineOutcome;
import io.streakboard.runs.RunState;
import io.streakboard.web.AfterCommit;
import java.util.List;
import java.util.Locale;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Metrics of imports. */
@Component
class ImportMetrics {

    /** Lines that this instance has taken in, by {@code outcome}. */
    static final String ROWS = "streakboard.imports.rows";

    /** Imports that this instance has ended, by {@code state}. */
    static final String ENDED = "streakboard.imports.ended";

    private final MeterRegistry metrics;

    ImportMetrics(MeterRegistry metrics) {
        this.metrics = metrics;
        List.of(LineOutcome.values()).forEach(outcome -> counter(ROWS, "outcome", outcome)); // they begin at 0
        List.of(RunState.DONE, RunState.FAILED).forEach(state -> counter(ENDED, "state", state));
    }

    @EventListener
    void on(ImportSaved saved) {
        AfterCommit.run(() -> {
            saved.rows()
                    .forEach((outcome, number) ->
                            counter(ROWS, "outcome", outcome).increment(number));
            if (saved.state() != RunState.RUNNING) {
                counter(ENDED, "state", saved.state()).increment();
            }
        });
    }

    private Counter counter(String name, String tag, Enum<?> value) {
        return metrics.counter(name, tag, value.name().toLowerCase(Locale.ROOT));
    }
}
