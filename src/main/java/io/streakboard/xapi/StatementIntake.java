package io.streakboard.xapi;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.points.Outcome;
import io.streakboard.web.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Takes in statements as activities and counts their outcomes. Keeps nothing else of a statement. */
@Service
class StatementIntake {

    private static final Logger log = LoggerFactory.getLogger(StatementIntake.class);

    /** Statements taken in by this instance, by {@code outcome}: the outcome of the activity, or {@code unmapped}. */
    static final String STATEMENTS = "streakboard.xapi.statements";

    private final StatementMapping mapping;
    private final Activities activities;
    private final MeterRegistry metrics;
    private final Counter unmapped;

    StatementIntake(StatementMapping mapping, Activities activities, MeterRegistry metrics) {
        this.mapping = mapping;
        this.activities = activities;
        this.metrics = metrics;
        this.unmapped = counter("unmapped");
    }

    /** Whether there is any rule. */
    boolean isOpen() {
        return !mapping.isEmpty();
    }

    /** @param statements with ids; a repeated one changes nothing */
    void take(List<Statement> statements) {
        var mapped = new ArrayList<Activity>();
        for (var statement : statements) {
            mapping.activity(statement).ifPresentOrElse(mapped::add, () -> leaveOut(statement));
        }
        if (!mapped.isEmpty()) {
            activities
                    .take(mapped)
                    .forEach(verdict -> counter(verdict.outcome()).increment());
        }
    }

    /** Counts and logs a statement without its actor, who is a person. */
    private void leaveOut(Statement statement) {
        unmapped.increment();
        if (log.isDebugEnabled()) {
            log.debug(
                    "Unmapped: verb {}, activity type {}",
                    Text.shown(statement.verb().id()),
                    Text.shown(String.valueOf(statement.object().type())));
        }
    }

    private Counter counter(Outcome outcome) {
        return counter(outcome.name().toLowerCase(Locale.ROOT));
    }

    private Counter counter(String outcome) {
        return metrics.counter(STATEMENTS, "outcome", outcome);
    }
}
