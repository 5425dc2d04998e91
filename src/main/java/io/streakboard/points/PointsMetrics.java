package io.streakboard.points;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.web.AfterCommit;
import java.util.Locale;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Metrics of the ledgers. */
@Component
class PointsMetrics {

    /** Postings by {@code type} of points and {@code outcome}: seven series for each configured type. */
    static final String POSTINGS = "streakboard.points.postings";

    private final MeterRegistry metrics;

    PointsMetrics(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @EventListener
    void on(PostingCounts counts) {
        AfterCommit.run(() -> counts.numbers()
                .forEach((kind, number) -> metrics.counter(
                                POSTINGS,
                                "type",
                                kind.type(),
                                "outcome",
                                kind.outcome().name().toLowerCase(Locale.ROOT))
                        .increment(number)));
    }
}
