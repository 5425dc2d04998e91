package io.streakboard.signin;

import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Compares the bitmaps with the durable calendar, in constant memory and both ways. Repairs lose nothing: what Redis
 * lacks is set there, what MySQL lacks goes through the journal once more.
 */
@Component
class Reconciliation {

    /**
     * @param learner of whom alone, or null for all
     * @param since leaves out what lies before this day
     */
    record Scope(@Nullable Long learner, LocalDate since, boolean repair) {}

    private static final int LEARNERS_A_BATCH = 500;
    private static final int UNSETTLED = 5_000;

    private final SignInMonths months;
    private final Bitmaps bitmaps;
    private final Archive archive;
    private final LostSignIns lost;
    private final BusinessTime time;

    Reconciliation(SignInMonths months, Bitmaps bitmaps, Archive archive, LostSignIns lost, BusinessTime time) {
        this.months = months;
        this.bitmaps = bitmaps;
        this.archive = archive;
        this.lost = lost;
        this.time = time;
    }

    /**
     * Finds what MySQL has and Redis has not.
     *
     * @param progress is told after each batch what has been found so far; what it throws ends the comparison
     */
    Drift ofRedis(Scope scope, Consumer<Drift> progress) {
        var comparison = new Comparison(scope, progress);
        var learner = scope.learner();
        if (learner != null) {
            comparison.fromMySql(List.of(learner));
        } else {
            long last = 0;
            for (var batch = next(last, scope); !batch.isEmpty(); batch = next(last, scope)) {
                comparison.fromMySql(batch);
                last = batch.getLast();
            }
        }
        return comparison.drift;
    }

    /** Finds what Redis has and MySQL has not. */
    Drift ofMySql(Scope scope, Consumer<Drift> progress) {
        var comparison = new Comparison(scope, progress);
        var learner = scope.learner();
        if (learner != null) {
            comparison.fromRedis(
                    IntStream.rangeClosed(scope.since().getYear(), time.today().getYear())
                            .mapToObj(year -> new LearnerYear(learner, year))
                            .toList());
        } else {
            bitmaps.forEach(comparison::fromRedis);
        }
        comparison.settle();
        return comparison.drift;
    }

    private List<Long> next(long last, Scope scope) {
        return months.learnersAfter(last, scope.since(), LEARNERS_A_BATCH);
    }

    private final class Comparison {

        private final Scope scope;
        private final Consumer<Drift> progress;
        private final Map<LearnerYear, YearBits> unsettled = new HashMap<>();
        private Drift drift = Drift.NONE;

        Comparison(Scope scope, Consumer<Drift> progress) {
            this.scope = scope;
            this.progress = progress;
        }

        /** A bit is set before its row is written, so what Redis lacks here has been lost there. */
        void fromMySql(List<Long> learners) {
            var kept = archive.kept(learners);
            var recorded = recorded(learners);
            long days = size(recorded);
            long archived = archive.check(kept, recorded, learners, scope.repair());
            var missing = minus(recorded, bitmaps.read(recorded.keySet()));
            if (scope.repair()) {
                bitmaps.merge(missing);
            }
            long lacking = size(missing) + archived;
            add(new Drift(learners.size(), days, lacking, 0, 0, scope.repair() ? lacking : 0));
        }

        void fromRedis(List<LearnerYear> years) {
            var inScope = years.stream()
                    .filter(year -> year.year() >= scope.since().getYear())
                    .toList();
            var marked = bitmaps.read(inScope);
            marked.replaceAll(this::inScope);
            unsettled.putAll(minus(marked, recorded(learners(marked.keySet()))));
            if (unsettled.size() >= UNSETTLED) {
                settle();
            }
            progress.accept(drift);
        }

        /** What MySQL lacks may be on its way there. So lets the journal go on beyond it, and looks again. */
        void settle() {
            if (unsettled.isEmpty()) {
                return;
            }
            var journal = lost.awaitJournal();
            var left = minus(unsettled, recorded(learners(unsettled.keySet())));
            unsettled.clear();
            long all = size(left);
            left.replaceAll((year, bits) -> bits.minus(journal.of(year)));
            long gone = size(left);
            add(new Drift(0, 0, 0, gone, all - gone, scope.repair() ? lost.restore(left) : 0));
        }

        private Map<LearnerYear, YearBits> recorded(Collection<Long> learners) {
            return months.of(learners, scope.since(), time.today().plusYears(1));
        }

        private YearBits inScope(LearnerYear year, YearBits bits) {
            return year.year() == scope.since().getYear()
                    ? bits.since(scope.since().getDayOfYear())
                    : bits;
        }

        private void add(Drift found) {
            drift = drift.plus(found);
            progress.accept(drift);
        }
    }

    private static Collection<Long> learners(Collection<LearnerYear> years) {
        return years.stream().map(LearnerYear::learner).collect(Collectors.toSet());
    }

    private static Map<LearnerYear, YearBits> minus(
            Map<LearnerYear, YearBits> some, Map<LearnerYear, YearBits> others) {
        var left = new HashMap<LearnerYear, YearBits>();
        some.forEach((year, bits) -> {
            var difference = bits.minus(others.getOrDefault(year, YearBits.none()));
            if (!difference.isEmpty()) {
                left.put(year, difference);
            }
        });
        return left;
    }

    private static long size(Map<LearnerYear, YearBits> years) {
        return years.values().stream().mapToLong(YearBits::size).sum();
    }
}
