package io.streakboard.signin;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.signin.SignIn.Kind;
import io.streakboard.web.AfterCommit;
import java.util.List;
import java.util.Locale;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Counts sign-ins. */
@Component
class SignInMetrics {

    /** Sign-ins that this instance has written to MySQL, by {@code kind}. */
    static final String RECORDED = "streakboard.signin.recorded";

    private final MeterRegistry metrics;

    SignInMetrics(MeterRegistry metrics) {
        this.metrics = metrics;
        List.of(Kind.values()).forEach(this::counter); // counters start at 0
    }

    @EventListener
    void on(SignInsRecorded recorded) {
        recorded.signIns().stream()
                .collect(groupingBy(SignIn::kind, counting()))
                .forEach((kind, number) -> AfterCommit.run(() -> counter(kind).increment(number)));
    }

    private Counter counter(Kind kind) {
        return metrics.counter(RECORDED, "kind", kind.name().toLowerCase(Locale.ROOT));
    }
}
