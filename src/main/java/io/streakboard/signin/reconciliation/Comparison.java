package io.streakboard.signin.reconciliation;

import static java.util.stream.Gatherers.windowFixed;

import io.streakboard.signin.calendar.Archive;
import io.streakboard.signin.calendar.Bitmaps;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Compares the bitmaps with the durable calendar, both ways and in constant memory. A repair only adds: it sets days
 * that Redis lacks, and sends days that MySQL lacks through the journal once more.
 */
@Component
class Comparison {

    /**
     * @param learner the only learner to compare; null: all included ones
     * @param since earlier days are left out
     * @param threads how many batches are compared with Redis at once
     */
    record Scope(@Nullable Long learner, LongPredicate included, LocalDate since, boolean repair, int threads) {}

    private static final int PAGE_SIZE = 20_000;
    private static final int BATCH_SIZE = 500;
    private static final int MAX_UNSETTLED = 5_000;

    private final Months months;
    private final Bitmaps bitmaps;
    private final Archive archive;
    private final MissingDays missingDays;
    private final CalendarProperties properties;
    private final BusinessTime time;

    Comparison(
            Months months,
            Bitmaps bitmaps,
            Archive archive,
            MissingDays missingDays,
            CalendarProperties properties,
            BusinessTime time) {
        this.months = months;
        this.bitmaps = bitmaps;
        this.archive = archive;
        this.missingDays = missingDays;
        this.properties = properties;
        this.time = time;
    }

    /**
     * Finds days that MySQL has and Redis lacks.
     *
     * @param progress gets the findings so far after each batch; if it throws, the comparison ends
     */
    Drift ofRedis(Scope scope, Consumer<Drift> progress) {
        var walk = new Walk(scope, progress);
        var learner = scope.learner();
        if (learner != null) {
            walk.fromMySql(List.of(learner));
        } else {
            for (var page = next(0, scope); !page.isEmpty(); ) {
                long last = page.getLast();
                var following = CompletableFuture.supplyAsync(() -> next(last, scope), Thread::startVirtualThread);
                var included = page.stream().filter(scope.included()::test).toList();
                Partitions.atOnce(parts(included, scope.threads()), walk::fromMySqlInBatches);
                progress.accept(walk.drift);
                page = following.join();
            }
        }
        return walk.drift;
    }

    /** Finds days that Redis has and MySQL lacks. */
    Drift ofMySql(Scope scope, Consumer<Drift> progress) {
        var walk = new Walk(scope, progress);
        var learner = scope.learner();
        if (learner != null) {
            walk.fromRedis(
                    IntStream.rangeClosed(scope.since().getYear(), time.today().getYear())
                            .mapToObj(year -> new LearnerYear(learner, year))
                            .toList());
        } else {
            bitmaps.forEach(walk::fromRedis);
        }
        walk.settle();
        return walk.drift;
    }

    /** Divides learners into as many parts of about the same size. */
    private static List<List<Long>> parts(List<Long> learners, int number) {
        return IntStream.range(0, number)
                .mapToObj(part ->
                        learners.subList(learners.size() * part / number, learners.size() * (part + 1) / number))
                .toList();
    }

    private List<Long> next(long last, Scope scope) {
        return months.learnersAfter(last, scope.since(), PAGE_SIZE);
    }

    /** One direction of a comparison, batch by batch. Only {@link #fromMySql} may run on several threads at once. */
    private final class Walk {

        private final Scope scope;
        private final Consumer<Drift> progress;
        private final Map<LearnerYear, YearBits> unsettled = new HashMap<>();
        private Drift drift = Drift.NONE;

        Walk(Scope scope, Consumer<Drift> progress) {
            this.scope = scope;
            this.progress = progress;
        }

        /** Returns the number of learners. */
        int fromMySqlInBatches(List<Long> learners) {
            learners.stream().gather(windowFixed(BATCH_SIZE)).forEach(this::fromMySql);
            return learners.size();
        }

        /** A bit is set before its row is written, so a day that is only in MySQL was lost in Redis. */
        void fromMySql(List<Long> learners) {
            var summaries = archive.summaries(learners);
            var recorded = recorded(learners);
            long days = size(recorded);
            long archived =
                    archive.check(summaries, recorded, properties.lastArchivedYear(time.today()), scope.repair());
            long lacking = archived
                    + (scope.repair()
                            ? bitmaps.merge(recorded)
                            : size(minus(recorded, bitmaps.read(recorded.keySet()))));
            add(new Drift(learners.size(), days, lacking, 0, 0, scope.repair() ? lacking : 0));
        }

        void fromRedis(List<LearnerYear> years) {
            var inScope = years.stream()
                    .filter(year -> year.year() >= scope.since().getYear()
                            && scope.included().test(year.learner()))
                    .toList();
            var marked = bitmaps.read(inScope);
            marked.replaceAll(this::inScope);
            unsettled.putAll(minus(marked, recorded(learners(marked.keySet()))));
            if (unsettled.size() >= MAX_UNSETTLED) {
                settle();
            }
            progress.accept(drift);
        }

        /** Days that MySQL lacks may be in the journal, so this waits for the journal and then reads MySQL again. */
        void settle() {
            if (unsettled.isEmpty()) {
                return;
            }
            var inFlight = missingDays.awaitJournal();
            var left = minus(unsettled, recorded(learners(unsettled.keySet())));
            unsettled.clear();
            long all = size(left);
            left.replaceAll((year, bits) -> bits.minus(inFlight.of(year)));
            long gone = size(left);
            add(new Drift(0, 0, 0, gone, all - gone, scope.repair() ? missingDays.restore(left) : 0));
        }

        private Map<LearnerYear, YearBits> recorded(Collection<Long> learners) {
            return months.read(learners, scope.since(), time.today().plusYears(1));
        }

        private YearBits inScope(LearnerYear year, YearBits bits) {
            return year.year() == scope.since().getYear()
                    ? bits.between(scope.since(), LocalDate.of(year.year(), 12, 31))
                    : bits;
        }

        private synchronized void add(Drift found) {
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
