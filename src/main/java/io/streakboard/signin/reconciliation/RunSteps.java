package io.streakboard.signin.reconciliation;

import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.calendar.OldYears;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.reconciliation.Comparison.Scope;
import io.streakboard.signin.reconciliation.RunHistory.RunKind;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The steps of each kind of run. */
@Component
class RunSteps {

    private static final Logger log = LoggerFactory.getLogger(RunSteps.class);

    private final Comparison comparison;
    private final Rebuild rebuild;
    private final OldYears oldYears;
    private final Partitions partitions;
    private final CalendarProperties properties;
    private final BusinessTime time;

    RunSteps(
            Comparison comparison,
            Rebuild rebuild,
            OldYears oldYears,
            Partitions partitions,
            CalendarProperties properties,
            BusinessTime time) {
        this.comparison = comparison;
        this.rebuild = rebuild;
        this.oldYears = oldYears;
        this.partitions = partitions;
        this.properties = properties;
        this.time = time;
    }

    /** The days that a run compares. A daily run leaves out days before the last month. */
    LocalDate since(RunKind kind) {
        return kind == RunKind.DAILY ? time.today().withDayOfMonth(1).minusMonths(1) : properties.firstDay();
    }

    /** A target with all partitions is a target of all learners. */
    RunTarget simplified(RunTarget target) {
        return target.partitions() != null && target.partitions().size() == partitions.count() ? RunTarget.ALL : target;
    }

    /**
     * Runs all steps.
     *
     * @param progress gets the findings so far; if it throws, the run ends
     */
    void run(RunKind kind, RunTarget target, LocalDate since, Consumer<Drift> progress) {
        var compared = target.partitions() == null
                ? partitions.all().boxed().collect(Collectors.toSet())
                : target.partitions();
        var scope = new Scope(
                target.learner(), learner -> compared.contains(partitions.of(learner)), since, kind.repairs(), 1);
        boolean whole = kind == RunKind.REBUILD && target.learner() == null;
        var ofRedis = whole ? rebuild.run(compared, progress) : comparison.ofRedis(scope, progress);
        var found = ofRedis.plus(comparison.ofMySql(scope, drift -> progress.accept(ofRedis.plus(drift))));
        progress.accept(found);
        if (kind == RunKind.DAILY) {
            long learners = oldYears.archive(time.today(), () -> progress.accept(found));
            log.info("Years of {} learners have left Redis", learners);
        }
    }
}
