package io.streakboard.xapi;

import static java.util.stream.Collectors.toSet;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.activities.Activities;
import io.streakboard.points.Outcome;
import io.streakboard.web.Text;
import io.streakboard.xapi.StatementMapping.Mapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
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
    private final UnmappedStatements recent;
    private final MeterRegistry metrics;
    private final Counter unmappedCounter;

    StatementIntake(StatementMapping mapping, Activities activities, UnmappedStatements recent, MeterRegistry metrics) {
        this.recent = recent;
        this.mapping = mapping;
        this.activities = activities;
        this.metrics = metrics;
        this.unmappedCounter = counter("unmapped");
    }

    /** Whether there is any rule. */
    boolean isOpen() {
        return !mapping.isEmpty();
    }

    /**
     * @param statements with ids; a repeated one changes nothing
     * @return the positions of the unmapped ones
     */
    List<Integer> take(List<Statement> statements) {
        mapping.refresh();
        var mapped = new ArrayList<Mapped>();
        var leftOut = new ArrayList<Integer>();
        for (int i = 0; i < statements.size(); i++) {
            var activity = mapping.activity(statements.get(i));
            if (activity.isPresent()) {
                mapped.add(activity.get());
            } else {
                leftOut.add(i);
            }
        }
        var distinct = mapped.stream().distinct().toList(); // ids that are made of the same parts are equal
        take(distinct, countedByStatement(distinct));
        leftOut.forEach(position -> leaveOut(statements.get(position)));
        return leftOut;
    }

    /** Whether the actor is a learner by any rule. */
    boolean isOfLearner(Statement statement) {
        return mapping.isOfLearner(statement);
    }

    private void take(List<Mapped> mapped, Set<Mapped> counted) {
        counter(Outcome.DUPLICATE).increment(counted.size());
        var rest = mapped.stream()
                .filter(each -> !counted.contains(each))
                .map(Mapped::activity)
                .toList();
        if (!rest.isEmpty()) {
            activities.take(rest).forEach(result -> counter(result.outcome()).increment());
        }
    }

    /**
     * The statements that were counted by their own ids. So statements that were sent before an upgrade, or before
     * {@code count} was changed, can be sent again.
     */
    private Set<Mapped> countedByStatement(List<Mapped> mapped) {
        var others = mapped.stream()
                .filter(each -> !each.activity().equals(each.byStatement()))
                .toList();
        if (others.isEmpty()) {
            return Set.of();
        }
        var results = activities
                .dryRun()
                .apply(others.stream().map(Mapped::byStatement).toList());
        return IntStream.range(0, others.size())
                .filter(i -> results.get(i).outcome() == Outcome.DUPLICATE)
                .mapToObj(others::get)
                .collect(toSet());
    }

    /** Counts and logs a statement without its actor, who is a person; the memory for admins has the actor. */
    private void leaveOut(Statement statement) {
        unmappedCounter.increment();
        if (!mapping.isOfLearner(statement)) {
            recent.addActor(statement.actor());
        }
        if (!mapping.isOfRule(statement)) {
            recent.addActivity(statement);
        }
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
