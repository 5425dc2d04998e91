package io.streakboard.model;

import static org.awaitility.Awaitility.await;

import io.streakboard.model.Operation.MonthEnds.How;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Moves the clocks over the end of a month, in several ways, and past its grace. */
final class MonthEnd {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int AHEAD = 0;
    private static final int BEHIND = 1;

    private final Fleet fleet;
    private final Grounds grounds;
    private final Imports imports;
    private final People people;
    private final Almanac almanac;
    private final Chronicle chronicle;
    private long held = Grounds.HELD;

    MonthEnd(Fleet fleet, Grounds grounds, Imports imports, People people, Almanac almanac, Chronicle chronicle) {
        this.fleet = fleet;
        this.grounds = grounds;
        this.imports = imports;
        this.people = people;
        this.almanac = almanac;
        this.chronicle = chronicle;
    }

    void pass(How how, Future<?> everyday) throws Exception {
        imports.awaitAll();
        fleet.awaitAll();
        var end = almanac.endOf(almanac.monthOf(fleet.now()));
        switch (how) {
            case TOGETHER -> together(end);
            case APART -> apart(end);
            case OVER_A_LATE_POSTING -> overALatePosting(end, false);
            case OVER_A_PAUSE -> overALatePosting(end, true);
        }
        everyday.get();
        fleet.leap(end.plus(almanac.grace()).plusSeconds(1));
        chronicle.note(fleet.now(), "grace is over");
    }

    private void together(Instant end) {
        fleet.leap(end.minusMillis(1500));
        aroundTheEnd("before", end, AHEAD);
        await().pollInterval(Duration.ofMillis(10)).until(() -> fleet.now().isAfter(end));
        aroundTheEnd("after", end, AHEAD);
    }

    /** For a while each instance has a current season of its own. */
    private void apart(Instant end) {
        fleet.leap(end.minusSeconds(90));
        fleet.leap(AHEAD, end.plusSeconds(30));
        for (int i = 0; i < 5; i++) {
            aroundTheEnd("apart-" + i, end, AHEAD);
            aroundTheEnd("apart-" + i, end, BEHIND);
        }
    }

    /** What was done in the last and in the first instant of a month, told to an instance. */
    private void aroundTheEnd(String when, Instant end, int instance) {
        var prefix = "%s-%s-%d-".formatted(almanac.monthOf(end), when, instance);
        var deeds = new ArrayList<Deed>();
        for (long learner = 1; learner <= 5; learner++) {
            deeds.add(new Deed(learner, "REVIEW", prefix + "last", end.minusMillis(1)));
            deeds.add(new Deed(learner, "LESSON", prefix + "first", end));
            people.perform(new Operation.SignIn(learner, 2));
            people.perform(new Operation.Adjust(learner, 7, prefix + learner, 2));
        }
        people.report(instance, deeds);
    }

    /**
     * Three lessons of a sealed month are posted late, and held within their transaction while the month ends that
     * takes them. Five more of the same learner and day come to the next one: together they pay the cap.
     */
    private void overALatePosting(Instant end, boolean paused) throws Exception {
        long learner = held++;
        var at = sealedDay().atTime(12, 0).atZone(almanac.zone()).toInstant();
        fleet.leap(end.minusSeconds(5));
        CompletableFuture<Void> first;
        CompletableFuture<Void> second;
        try (var gate = grounds.closeGate()) {
            first = report(AHEAD, lessons(learner, at, 1, 3));
            await("the first posting at the gate").atMost(PATIENCE).until(() -> grounds.waitingAtTheGate() > 0);
            fleet.leap(end.plusSeconds(1));
            if (paused) {
                fleet.ready(AHEAD).pause();
                gate.close();
            }
            second = report(BEHIND, lessons(learner, at, 4, 8));
            await("the second posting")
                    .atMost(PATIENCE)
                    .until(() -> second.isDone() || grounds.waitingAtTheGate() > 1 || grounds.waitingForRows() > 0);
        } finally {
            fleet.ready(AHEAD).resume();
        }
        first.join();
        second.join();
        chronicle.note(
                fleet.now(),
                "lessons of %s posted late by %d%s".formatted(at, learner, paused ? ", over a pause" : ""));
    }

    private CompletableFuture<Void> report(int instance, List<Deed> deeds) {
        return CompletableFuture.runAsync(() -> people.report(instance, deeds), Thread::startVirtualThread);
    }

    private static List<Deed> lessons(long learner, Instant at, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> new Deed(learner, "LESSON", "held-" + learner + "-" + number, at))
                .toList();
    }

    /** A day of a month that takes no more, which the chapter's first import has made. */
    private LocalDate sealedDay() {
        await("a sealed month").atMost(PATIENCE).until(() -> !sealed().isEmpty());
        return LocalDate.parse(sealed().getFirst() + "-10");
    }

    private List<String> sealed() {
        return grounds.jdbc()
                .sql("SELECT name FROM season WHERE state = 'SETTLED' ORDER BY starts_at DESC")
                .query((row, number) -> row.getString(1))
                .list();
    }
}
